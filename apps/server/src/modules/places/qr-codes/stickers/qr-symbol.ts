/** The QR symbol of a URL: its modules, an SVG path, and images. */
import { encode } from 'uqr'

/** White modules around a symbol, which scanners need. */
export const quietZone = 4

/** A symbol without quiet zone: `modules[row][column]` is true if it is dark. */
export interface QrSymbol {
  size: number
  modules: boolean[][]
}

/** The symbol of a URL with error correction Q (25 % may be damaged), or better if the size stays the same. */
export function qrSymbol(url: string, correction: 'L' | 'M' | 'Q' | 'H' = 'Q'): QrSymbol {
  const { size, data } = encode(url, { ecc: correction, boostEcc: true, border: 0 })
  return { size, modules: data }
}

/** mm; smallest width of a module in print. */
const leastModule = 0.5

/**
 * The symbol for a label with `room` mm for it and its quiet zone. A long URL on a small label gets less error
 * correction instead of modules that are too fine to scan.
 * @throws RangeError if the URL does not fit the label at all
 */
export function symbolForPrint(url: string, room: number): QrSymbol {
  for (const correction of ['Q', 'M', 'L'] as const) {
    const symbol = qrSymbol(url, correction)
    if (room / (symbol.size + 2 * quietZone) >= leastModule) return symbol
  }
  throw new RangeError('The address of these stickers is too long for this label; choose a larger one.')
}

/**
 * The dark modules as one path in module units, offset by `offset` modules: a rectangle for each run in a row, all in
 * one path, so that viewers show no seams between rows.
 */
export function symbolPath({ modules }: QrSymbol, offset = 0): string {
  let path = ''
  for (const [row, cells] of modules.entries()) {
    for (let column = 0; column < cells.length; column++) {
      if (cells[column] !== true) continue
      const start = column
      while (cells[column + 1] === true) column++
      const length = column + 1 - start
      path += `M${start + offset} ${row + offset}h${length}v1h-${length}z`
    }
  }
  return path
}

/** Side in pixels; margin in modules, 4 by the standard. */
export interface QrPictureOptions {
  size: number
  margin: number
  /** How much may be damaged: L 7 %, M 15 %, Q 25 % (default), H 30 %. */
  ecc?: 'L' | 'M' | 'Q' | 'H'
}

/** The symbol as an SVG of `size` pixels. */
export function qrSvg(url: string, { size, margin, ecc }: QrPictureOptions): string {
  const symbol = qrSymbol(url, ecc)
  const side = symbol.size + 2 * margin
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/>` +
    `<path fill="#000" d="${symbolPath(symbol, margin)}"/></svg>`
  )
}

/**
 * The symbol as a PNG of exactly `size` pixels. Modules are whole pixels; the rest widens the margin.
 * @throws RangeError if `size` is less than one pixel for each module
 */
export async function qrPng(url: string, { size, margin, ecc }: QrPictureOptions): Promise<Uint8Array> {
  const symbol = qrSymbol(url, ecc)
  const scale = Math.floor(size / (symbol.size + 2 * margin))
  if (scale < 1) throw new RangeError(`An image of ${size} pixels is too small for this address.`)
  const pixels = Uint8Array.from(symbol.modules.flat(), (module) => (module ? 0 : 255))
  const drawn = symbol.size * scale
  const before = Math.floor((size - drawn) / 2)
  const after = size - drawn - before
  // Loaded only for PNG, because it is large.
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width: symbol.size, height: symbol.size, channels: 1 } })
    .resize(drawn, drawn, { kernel: 'nearest' })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#fff' })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer()
}
