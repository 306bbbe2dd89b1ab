/** 1,234,567 bytes → 1.2 MB. */

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export const sizeIn = (bytes: number, locale: string): string => {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step)
}
