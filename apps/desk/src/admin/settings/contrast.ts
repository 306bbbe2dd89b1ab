/** Contrast of a colour on visitors' pages, and the nearest darker colour that is readable. */

/** Light background of visitors' pages. */
const paper = 0xfaf9f6
export const leastContrast = 4.5

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = (value: number): number =>
  0.2126 * linear(value >> 16) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255)

const read = (colour: string): number | undefined =>
  /^#[0-9a-fA-F]{6}$/.test(colour) ? Number.parseInt(colour.slice(1), 16) : undefined

/** WCAG contrast ratio with the background, 1 to 21; undefined where the colour is invalid. */
export const contrastOnPaper = (colour: string): number | undefined => {
  const value = read(colour)
  if (value === undefined) return undefined
  return (luminance(paper) + 0.05) / (luminance(value) + 0.05)
}

/** The same hue, darkened to the required contrast. */
export const repaired = (colour: string): string | undefined => {
  const value = read(colour)
  if (value === undefined) return undefined
  for (let share = 1; share >= 0; share -= 0.02) {
    const parts = [value >> 16, (value >> 8) & 255, value & 255].map((part) => Math.floor(part * share))
    const darker = `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
    if ((contrastOnPaper(darker) ?? 0) >= leastContrast) return darker
  }
  return undefined
}
