/** The fonts of printed sheets: Atkinson Hyperlegible Next, whose letters and digits are hard to confuse. */
import { createRequire } from 'node:module'
import type { Measure } from './fit-text.ts'
import { pointInMm } from './layout.ts'

const require = createRequire(import.meta.url)
const fontFile = (subset: string, weight: number) =>
  require.resolve(
    `@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-${subset}-${weight}-normal.woff`,
  )

/** Tried in this order for each character. WOFF, because pdfkit cannot read WOFF2. */
const subsets = ['latin', 'latin-ext'].map((subset) => ({
  regular: fontFile(subset, 400),
  bold: fontFile(subset, 700),
}))

/** The font that a document starts with, so that it never falls back to one that is not embedded. */
export const firstFont = fontFile('latin', 400)

/** A stretch of text in one font. */
export interface FontRun {
  font: string
  text: string
}

export interface PdfFonts {
  /** The fonts that set a text, in order; characters without a glyph are left out. */
  runs: (text: string, bold: boolean) => FontRun[]
  measure: Measure
  prints: (text: string) => boolean
  printable: (text: string) => string
}

/** The part of pdfkit's font object that knows its characters; pdfkit does not type it. */
interface GlyphSource {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
}

/** The fonts as one document has them. */
export function pdfFonts(doc: PDFKit.PDFDocument): PdfFonts {
  const faces = subsets.map((files) => {
    // Named by their files: pdfkit opens a font anew at each use when it also goes by another name.
    doc.font(files.regular)
    const { font } = (doc as unknown as GlyphSource)._font
    return { ...files, has: (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) }
  })
  const known = new Map<string, (typeof faces)[number] | undefined>()
  const faceOf = (character: string) => {
    if (!known.has(character)) {
      known.set(
        character,
        faces.find((face) => face.has(character)),
      )
    }
    return known.get(character)
  }
  const runs = (text: string, bold: boolean) => {
    const found: FontRun[] = []
    for (const character of text) {
      const face = faceOf(character)
      if (face === undefined) continue
      const font = bold ? face.bold : face.regular
      const last = found.at(-1)
      if (last?.font === font) last.text += character
      else found.push({ font, text: character })
    }
    return found
  }
  // Character by character: ten times as fast as whole lines, and kerning only makes lines narrower.
  const widths = { bold: new Map<string, number>(), regular: new Map<string, number>() }
  const widthOf = (character: string, weight: 'bold' | 'regular') => {
    let width = widths[weight].get(character)
    if (width === undefined) {
      const face = faceOf(character)
      width = face === undefined ? 0 : doc.font(face[weight]).fontSize(100).widthOfString(character) / 100
      widths[weight].set(character, width)
    }
    return width
  }
  return {
    runs,
    measure: (text, bold) => {
      let width = 0
      for (const character of text) width += widthOf(character, bold ? 'bold' : 'regular')
      return width * pointInMm
    },
    prints: (text) => Array.from(text).every((character) => faceOf(character) !== undefined),
    printable: (text) => {
      const kept = Array.from(text).filter((character) => faceOf(character) !== undefined)
      const words = kept.join('').replace(/ +/g, ' ').trim()
      return /[\p{L}\p{N}]/u.test(words) ? words : ''
    },
  }
}
