/** For tests: prints stickers to pixels, as printers and phones see them, and scans them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** A grey image, one byte for each pixel. */
export interface Picture {
  pixels: Uint8Array
  width: number
  height: number
}

export interface PrintedPage extends Picture {
  /** The text that the PDF gives when it is copied or read aloud. */
  text: string
  /** Pixels in a millimetre. */
  perMm: number
}

const require = createRequire(import.meta.url)
// Passed in, because zxing-wasm would load it from the network.
const wasm = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

async function greyOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** The pages of a PDF at `dpi`. */
export async function printPdf(pdf: Uint8Array, dpi: number): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pages: PrintedPage[] = []
    for (const page of document.pages()) {
      // Before rendering: afterwards pdfium's memory is exhausted and reading text fails.
      const text = page.getText()
      const { data, width, height } = await page.render({ scale: dpi / 72, render: 'bitmap' })
      const picture = await greyOf(sharp(data, { raw: { width, height, channels: 4 } }))
      pages.push({ ...picture, text, perMm: dpi / 25.4 })
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

/** An SVG with sizes in mm, at `dpi`. */
export async function printSvg(svg: string, dpi: number): Promise<Picture & { perMm: number }> {
  return { ...(await greyOf(sharp(Buffer.from(svg), { density: dpi }))), perMm: dpi / 25.4 }
}

/** An image file as pixels. */
export const openPicture = (file: Uint8Array): Promise<Picture> => greyOf(sharp(file))

/** A part of an image from (left, top), in pixels. */
export function crop(picture: Picture, left: number, top: number, width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (top + row) * picture.width + left
    pixels.set(picture.pixels.subarray(from, from + width), row * width)
  }
  return { pixels, width, height }
}

/** The image blurred by `sigma` pixels. */
export async function blur({ pixels, width, height }: Picture, sigma: number): Promise<Picture> {
  return greyOf(sharp(pixels, { raw: { width, height, channels: 1 } }).blur(sigma))
}

/** The contents of all QR codes in an image. */
export async function scan({ pixels, width, height }: Picture): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < pixels.length; at++) data.fill(pixels[at] ?? 255, at * 4, at * 4 + 3)
  const image = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
  const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 99 })
  return found.map(({ text }) => text)
}

/** Whether a frame of `thickness` pixels around the image is blank. */
export function frameIsBlank(picture: Picture, thickness: number): boolean {
  const { width, height } = picture
  const edge = Math.floor(thickness)
  const strips = [
    crop(picture, 0, 0, width, edge),
    crop(picture, 0, height - edge, width, edge),
    crop(picture, 0, 0, edge, height),
    crop(picture, width - edge, 0, edge, height),
  ]
  return strips.every(({ pixels }) => pixels.every((grey) => grey > 250))
}

/** Reproducible random numbers in 0..1 (mulberry32), so that a failure can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A QR symbol in an image, in pixels, and its modules for each side. */
export interface SymbolPlace {
  left: number
  top: number
  side: number
  modules: number
}

/**
 * Round spots of dirt, dark and light, two to six modules wide, over `share` of a symbol. The three finder patterns
 * are left out: error correction restores data, but a scanner cannot start without them.
 */
export function soil(picture: Picture, symbol: SymbolPlace, share: number, random: () => number): Picture {
  const { left, top, side, modules } = symbol
  const module = side / modules
  const pixels = Uint8Array.from(picture.pixels)
  const within = (at: number, radius: number) => {
    if (at - radius < 8 * module) return 'start'
    return at + radius > side - 8 * module ? 'end' : 'middle'
  }
  let area = share * side * side
  while (area > 0) {
    const radius = Math.min(module * (1 + random() * 2), Math.sqrt(area / Math.PI) + 0.5)
    const x = random() * side
    const y = random() * side
    const across = within(x, radius)
    const down = within(y, radius)
    if (across !== 'middle' && down !== 'middle' && !(across === 'end' && down === 'end')) continue
    const grey = random() < 0.5 ? 40 + random() * 60 : 200 + random() * 50
    for (let row = Math.ceil(y - radius); row <= y + radius; row++) {
      for (let column = Math.ceil(x - radius); column <= x + radius; column++) {
        const at = Math.round(top + row) * picture.width + Math.round(left + column)
        if ((column - x) ** 2 + (row - y) ** 2 <= radius ** 2) pixels[at] = grey
      }
    }
    area -= Math.PI * radius ** 2
  }
  return { ...picture, pixels }
}
