/**
 * Percentages without decimals, but with one below 1 % and above 99 %, so that 0 % and 100 % are exact. For web and
 * print.
 */
export const percentIn = (
  locale: string,
  options: Intl.NumberFormatOptions = {},
): ((share: number) => string) => {
  const as = (digits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, {
      ...options,
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const [whole, fine] = [as(0), as(1)]
  return (share) =>
    (share > 0 && share < 0.01) || (share > 0.99 && share < 1)
      ? fine.format(Math.min(0.999, Math.max(0.001, share)))
      : whole.format(share)
}
