/** Contrast of a colour on the background of visitors' pages. */

/** Background of the light pages; dark ones lighten the accent themselves. */
export const paper = '#FAF9F6'
export const leastContrast = 4.5

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = (colour: string): number => {
  const value = Number.parseInt(colour.slice(1), 16)
  return 0.2126 * linear(value >> 16) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255)
}

/** WCAG contrast of two colours as #RRGGBB, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
