/** Wilson score interval of a share, at 95 % confidence. */
const z = 1.96

export interface Share {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
}

/** null values if n is 0. */
export const shareOf = (hits: number, n: number): Share => {
  if (n === 0) return { share: null, low: null, high: null }
  const share = hits / n
  const middle = share + z ** 2 / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))
  const whole = 1 + z ** 2 / n
  return {
    share,
    low: Math.max(0, Math.min(share, (middle - reach) / whole)),
    high: Math.min(1, Math.max(share, (middle + reach) / whole)),
  }
}
