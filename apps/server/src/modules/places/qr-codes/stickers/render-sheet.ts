/** Renders stickers as a print-ready, tagged PDF. */
import { setImmediate as turn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { hairline } from './colour.ts'
import { runsFromRight } from './direction.ts'
import { cleanText } from './fit-text.ts'
import { layoutSticker, pointInMm, type StickerLayout, type TextBlock } from './layout.ts'
import { firstFont, type PdfFonts, pdfFonts, shaping } from './pdf-fonts.ts'
import { symbolPath } from './qr-symbol.ts'
import type { Sticker, StickerOptions } from './sticker.ts'
import { type Ruler, stickersPerPage, type Template, templateOf } from './templates.ts'
import { stickerLines } from './wording.ts'

/** Points in a millimetre. */
const mm = 1 / pointInMm
const rulerWords = '100 mm: print at 100 %'
const rulerSize = 4.5

/** Draws one line of text with all runs on the given baseline (in points). */
function setLine(
  doc: PDFKit.PDFDocument,
  fonts: PdfFonts,
  text: string,
  { x, baseline, size, bold }: { x: number; baseline: number; size: number; bold: boolean },
): void {
  let at = x
  for (const run of fonts.runs(text, bold)) {
    doc
      .font(run.font)
      .fontSize(size)
      .text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...shaping(run) })
    at += doc.widthOfString(run.text, shaping(run))
  }
}

function drawBlock(
  doc: PDFKit.PDFDocument,
  fonts: PdfFonts,
  block: TextBlock,
  left: number,
  top: number,
): void {
  doc.fillColor(block.colour)
  for (const { text, x, baseline } of block.lines) {
    const width = fonts.measure(text, block.bold) * block.size
    const start = runsFromRight(text) ? block.right - width : x
    const from = block.align === 'middle' ? x - width / 2 : start
    setLine(doc, fonts, text, {
      x: (left + from) * mm,
      baseline: (top + baseline) * mm,
      size: block.size,
      bold: block.bold,
    })
  }
}

function drawSymbol(doc: PDFKit.PDFDocument, { symbol }: StickerLayout, left: number, top: number): void {
  doc
    .save()
    .translate((left + symbol.x) * mm, (top + symbol.y) * mm)
    .scale((symbol.side * mm) / symbol.size)
    .path(symbolPath(symbol))
    .fill('#000')
    .restore()
}

/** The structure element of one sticker, drawn with its corner at (left, top) in mm. */
function stickerElement(
  doc: PDFKit.PDFDocument,
  fonts: PdfFonts,
  layout: StickerLayout,
  url: string,
  left: number,
  top: number,
): PDFKit.PDFStructureElement {
  const section = doc.struct('Sect')
  // Assistive technology needs the bounding box of a figure; pdfkit accepts it, but its types do not include it.
  const bbox = [
    (left + layout.symbol.x) * mm,
    (top + layout.symbol.y) * mm,
    (left + layout.symbol.x + layout.symbol.side) * mm,
    (top + layout.symbol.y + layout.symbol.side) * mm,
  ]
  const figure = { alt: `QR code: ${url}`, bbox }
  section.add(doc.struct('Figure', figure, () => drawSymbol(doc, layout, left, top)))
  for (const block of layout.blocks) {
    const words = block.lines.map(({ text }) => text).join(' ')
    const runs = fonts.runs(words, block.bold)
    const spoken = {
      ...(block.lang === undefined ? {} : { lang: block.lang }),
      // Otherwise a word in two fonts is read as two words, and a right-to-left one backwards.
      ...(runs.length > 1 || runs.some(({ fromRight }) => fromRight) ? { actual: words } : {}),
    }
    section.add(doc.struct('P', spoken, () => drawBlock(doc, fonts, block, left, top)))
  }
  return section
}

/** The ruler to check that the sheet was printed at 100 %; marked as an artifact, not content. */
function drawRuler(doc: PDFKit.PDFDocument, fonts: PdfFonts, { x, y, vertical, caption }: Ruler): void {
  const tick = 0.8
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save().lineWidth(0.3).strokeColor(hairline)
  for (let at = 0; at <= 100; at += 50) {
    if (vertical) doc.moveTo((x - tick) * mm, (y + at) * mm).lineTo((x + tick) * mm, (y + at) * mm)
    else doc.moveTo((x + at) * mm, (y - tick) * mm).lineTo((x + at) * mm, (y + tick) * mm)
  }
  doc.moveTo(x * mm, y * mm)
  if (vertical) doc.lineTo(x * mm, (y + 100) * mm)
  else doc.lineTo((x + 100) * mm, y * mm)
  doc.stroke().fillColor(hairline)
  doc.translate(caption.x * mm, caption.y * mm)
  if (vertical) doc.rotate(-90)
  setLine(doc, fonts, rulerWords, { x: 0, baseline: 0, size: rulerSize, bold: false })
  doc.restore()
  doc.endMarkedContent()
}

function addPage(doc: PDFKit.PDFDocument, fonts: PdfFonts, { page, ruler }: Template): void {
  doc.addPage({ size: [page.width * mm, page.height * mm], margin: 0 })
  drawRuler(doc, fonts, ruler)
}

/** Collects the output of the document. */
async function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

/**
 * Label sheets or posters with the stickers in the given order, as a tagged PDF. The lines are printed in every
 * visitor language; characters of names outside the Latin, Greek and Cyrillic scripts are dropped; the code is always
 * printed.
 * @throws RangeError if there is no sticker, or an address needs a larger label
 */
export async function renderSheet(stickers: Sticker[], options: StickerOptions): Promise<Uint8Array> {
  if (stickers.length === 0) throw new RangeError('A sheet needs at least one sticker.')
  const template = templateOf(options.template)
  const owner = cleanText(options.publicName)
  const title = owner === '' ? 'QR stickers' : `${owner}: QR stickers`
  const doc = new PDFDocument({
    autoFirstPage: false,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: 'en',
    font: firstFont,
    info: { Title: title },
  })
  const bytes = bytesOf(doc)
  const fonts = pdfFonts(doc)
  const root = doc.struct('Document', {
    lang: stickerLines(options.languages, fonts.prints)[0]?.lang ?? 'en',
  })
  doc.addStructure(root)
  const perPage = stickersPerPage(options.template)
  for (const [index, sticker] of stickers.entries()) {
    const place = (index + (options.start ?? 1) - 1) % perPage
    if (index === 0 || place === 0) addPage(doc, fonts, template)
    const left = template.first.x + (place % template.columns) * template.pitch.x
    const top = template.first.y + Math.floor(place / template.columns) * template.pitch.y
    const layout = layoutSticker(sticker, options, fonts)
    root.add(stickerElement(doc, fonts, layout, sticker.url, left, top))
    // A sheet takes a second or more; other requests run after each sticker.
    await turn()
  }
  root.end()
  doc.end()
  return bytes
}
