/** Print colours: ink, a muted ink, and the facility's accent, darkened until it is readable on paper. */
export const ink = '#1B1C1A'
export const mutedInk = '#575349'
export const hairline = '#857F73'

const channel = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const contrastOnWhite = (rgb: number[]) => {
  const [red = 0, green = 0, blue = 0] = rgb.map(channel)
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** The accent (#RRGGBB), darkened to a contrast of 4.5 on white paper. Ink if it is malformed. */
export function readableAccent(accent: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return ink
  let rgb = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  while (contrastOnWhite(rgb) < 4.5) rgb = rgb.map((value) => Math.floor(value * 0.95))
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
