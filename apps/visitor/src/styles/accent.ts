/** Makes a tenant's colour darker or lighter until text in it and on it has enough contrast. */

type Rgb = readonly [number, number, number]

const light = { grounds: ['#FAF9F6', '#FFFFFF', '#F1EFE9'], on: '#FFFFFF', soft: '#FFFFFF', share: 0.86 }
const dark = { grounds: ['#141613', '#1C1F1B', '#262A25'], on: '#141613', soft: '#1C1F1B', share: 0.84 }

interface Themed {
  readonly accent: string
  readonly on: string
  readonly soft: string
}

const parse = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const print = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [part(0), part(1), part(2)]
}

const linear = (part: number): number => {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG contrast of two colours as #RRGGBB, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const a = luminance(parse(one))
  const b = luminance(parse(other))
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/**
 * Changes the lightness towards 0 (black) or 1 (white) and keeps the saturation, because mixing with white
 * looks disabled.
 */
const ofLightness = (rgb: Rgb, share: number, end: 0 | 1): Rgb => {
  const [most, least] = [Math.max(...rgb) / 255, Math.min(...rgb) / 255]
  const before = (most + least) / 2
  const width = 1 - Math.abs(2 * before - 1)
  const fullness = width === 0 ? 0 : (most - least) / width
  const after = before + (end - before) * share
  const chroma = fullness * (1 - Math.abs(2 * after - 1))
  const part = (index: 0 | 1 | 2): number => {
    const place = most === least ? 0 : (rgb[index] / 255 - least) / (most - least)
    return Math.round(255 * (after - chroma / 2 + place * chroma))
  }
  return [part(0), part(1), part(2)]
}

const repaired = (colour: string, grounds: readonly string[], end: 0 | 1): string => {
  for (let step = 0; step < 100; step += 2) {
    const tried = print(ofLightness(parse(colour), step / 100, end))
    if (grounds.every((ground) => contrast(tried, ground) >= 4.5)) return tried
  }
  return end === 0 ? '#000000' : '#ffffff'
}

/** Colour, text on it and its soft tint, for light and dark; null unless the colour is #RRGGBB. */
export const accentOf = (colour: string | null | undefined) => {
  if (!colour || !/^#[0-9a-f]{6}$/i.test(colour)) return null
  const themed = (theme: typeof light, end: 0 | 1): Themed => {
    const accent = repaired(colour, theme.grounds, end)
    return { accent, on: theme.on, soft: print(mix(parse(accent), parse(theme.soft), theme.share)) }
  }
  return { light: themed(light, 0), dark: themed(dark, 1) }
}

/** The style sheet that sets a tenant's colour; empty without one. */
export const accentStyle = (colour: string | null | undefined): string => {
  const themes = accentOf(colour)
  if (!themes) return ''
  const rule = ({ accent, on, soft }: Themed) =>
    `:root{--accent:${accent};--on-accent:${on};--accent-soft:${soft}}`
  return `${rule(themes.light)}@media screen and (prefers-color-scheme:dark){${rule(themes.dark)}}`
}
