/** The first page of a sheet as one SVG in real size, for a preview. */
import { renderSvg } from './stickers/render-svg.ts'
import type { Sticker, StickerOptions } from './stickers/sticker.ts'
import { stickersPerPage, templateOf } from './stickers/templates.ts'

const size = /^<svg xmlns="[^"]*" width="([\d.]+)mm" height="([\d.]+)mm"/

/** @throws RangeError if an address needs a larger label */
export const pageSvg = (stickers: readonly Sticker[], options: StickerOptions): string => {
  const { page, columns, first, pitch } = templateOf(options.template)
  const skipped = (options.start ?? 1) - 1
  const labels = stickers.slice(0, stickersPerPage(options.template) - skipped).map((sticker, index) => {
    const place = index + skipped
    const x = first.x + (place % columns) * pitch.x
    const y = first.y + Math.floor(place / columns) * pitch.y
    // The page's unit is already a millimetre.
    return renderSvg(sticker, options).replace(size, `<svg x="${x}" y="${y}" width="$1" height="$2"`)
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" ` +
    `viewBox="0 0 ${page.width} ${page.height}"><path fill="#fff" d="M0 0h${page.width}v${page.height}H0z"/>${labels.join('')}</svg>`
  )
}
