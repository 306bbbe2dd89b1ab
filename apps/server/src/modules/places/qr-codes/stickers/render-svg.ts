/** One sticker as an SVG in real size, in the viewer's system fonts. */
import { runsFromRight } from './direction.ts'
import { cleanText, type Measure } from './fit-text.ts'
import { layoutSticker, pointInMm, type TextBlock, type Typesetter } from './layout.ts'
import { symbolPath } from './qr-symbol.ts'
import type { Sticker, StickerOptions } from './sticker.ts'

const family = "'Atkinson Hyperlegible Next', system-ui, 'Noto Sans', sans-serif"

/** Widths in ems of the widest common system font (DejaVu Sans), so that no other one overflows. */
const widths: [RegExp, number][] = [
  [/^[ .,:;·’'|!ijl]$/u, 0.34],
  [/^[mwMW…—@%&]$/u, 1],
  [/^\p{M}$/u, 0],
  [/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]$/u, 1.05],
  [/^\p{sc=Arabic}$/u, 0.62],
  [/^[\p{Emoji_Presentation}]$/u, 1.4],
  [/^[\p{Lu}\p{Nd}]$/u, 0.72],
  [/^[\p{Ll}]$/u, 0.64],
]
const widthOf = (character: string) => widths.find(([pattern]) => pattern.test(character))?.[1] ?? 0.85

const measure: Measure = (text, bold) =>
  Array.from(text, widthOf).reduce((sum, width) => sum + width, 0) * (bold ? 1.12 : 1) * pointInMm

const anySystemFont: Typesetter = { measure, prints: () => true, printable: (text) => text }

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

const round = (value: number) => Math.round(value * 1000) / 1000

function textElement(block: TextBlock): string {
  const language = block.lang === undefined ? '' : ` xml:lang="${block.lang}"`
  const style = `font-size="${round(block.size * pointInMm)}" font-weight="${block.bold ? 700 : 400}"`
  return block.lines
    .map(({ text, x, baseline }) => {
      const fromRight = runsFromRight(text)
      const from = fromRight && block.align === 'start' ? block.right : x
      const direction = fromRight ? ' direction="rtl"' : ''
      const anchor = block.align === 'middle' ? ' text-anchor="middle"' : ''
      return (
        `<text x="${round(from)}" y="${round(baseline)}" ${style} fill="${block.colour}"` +
        `${anchor}${direction}${language}>${escapeXml(text)}</text>`
      )
    })
    .join('')
}

/**
 * One sticker as an SVG document, width and height in mm. Supports all visitor languages, because the viewer's fonts
 * are used.
 * @throws RangeError if its address needs a larger label
 */
export function renderSvg(sticker: Sticker, options: StickerOptions): string {
  const { width, height, symbol, blocks } = layoutSticker(sticker, options, anySystemFont)
  const scale = symbol.side / symbol.size
  const title = escapeXml(
    [sticker.amenity, sticker.place, sticker.code].map(cleanText).filter(Boolean).join(', '),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" ` +
    `viewBox="0 0 ${width} ${height}" role="img" font-family="${family}"><title>${title}</title>` +
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>` +
    `<path fill="#000" shape-rendering="crispEdges" ` +
    `transform="translate(${round(symbol.x)} ${round(symbol.y)}) scale(${scale})" d="${symbolPath(symbol)}"/>` +
    `${blocks.map(textElement).join('')}</svg>`
  )
}
