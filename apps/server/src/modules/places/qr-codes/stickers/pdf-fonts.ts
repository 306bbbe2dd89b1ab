/**
 * The fonts of printed sheets: Atkinson Hyperlegible Next, whose letters and digits are hard to confuse; Noto Sans for
 * names in Greek and Cyrillic; and for the lines in Arabic, Chinese and Japanese Noto Sans with the letters of those lines alone.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { runsFromRight } from './direction.ts'
import type { Measure } from './fit-text.ts'
import { pointInMm } from './layout.ts'

const require = createRequire(import.meta.url)
const fontFile = (subset: string, weight: number, family = 'atkinson-hyperlegible-next') =>
  require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)

/** Tried in this order for each character. WOFF, because pdfkit cannot read WOFF2. */
const subsets = ['latin', 'latin-ext'].map((subset) => ({
  regular: fontFile(subset, 400),
  bold: fontFile(subset, 700),
}))

/** Tried after those, letter by letter too. */
const otherSubsets = ['greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'].map((subset) => ({
  regular: fontFile(subset, 400, 'noto-sans'),
  bold: fontFile(subset, 700, 'noto-sans'),
}))

/** Made by scripts/generate-sticker-fonts.ts from the wording. */
const lineFont = (language: string, weight: number) =>
  path.join(import.meta.dirname, 'line-fonts', `${language}-${weight}.woff`)

/** Each sets whole lines of its language, or nothing: letter by letter Chinese and Japanese would mix. */
const lineFonts = ['ar', 'zh', 'ja'].map((language) => ({
  regular: lineFont(language, 400),
  bold: lineFont(language, 700),
}))

const otherScripts = /[\p{scx=Greek}\p{scx=Cyrillic}]/u

/** The font that a document starts with, so that it never falls back to one that is not embedded. */
export const firstFont = fontFile('latin', 400)

/** A stretch of text in one font; `fromRight`: its first letter stands at its right end. */
export interface FontRun {
  font: string
  text: string
  fromRight: boolean
}

export interface PdfFonts {
  /** The fonts that set a text, in order; characters without a glyph are left out. */
  runs: (text: string, bold: boolean) => FontRun[]
  measure: Measure
  prints: (text: string) => boolean
  /** the letters of a text that have a glyph; empty where that leaves no letter and no digit */
  printable: (text: string) => string
}

/** pdfkit shapes word by word and puts the words in a row from the left, unless it is given a feature. */
export const shaping = ({ fromRight }: Pick<FontRun, 'fromRight'>): { features?: ['rtla'] } =>
  fromRight ? { features: ['rtla'] } : {}

/** The part of pdfkit's font object that knows its characters; pdfkit does not type it. */
interface GlyphSource {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
}

/** The fonts as one document has them. */
export function pdfFonts(doc: PDFKit.PDFDocument): PdfFonts {
  const open = (files: { regular: string; bold: string }) => {
    const weights = [files.regular, files.bold].map((file) => {
      // Named by their files: pdfkit opens a font anew at each use when it also goes by another name.
      doc.font(file)
      return (doc as unknown as GlyphSource)._font.font
    })
    const has = (character: string) =>
      weights.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    return { ...files, has }
  }
  type Face = ReturnType<typeof open>
  const faces = subsets.map(open)
  let others: Face[] | undefined
  const otherFaces = () => {
    others ??= otherSubsets.map(open)
    return others
  }
  let opened: Face[] | undefined
  const lineFaces = () => {
    opened ??= lineFonts.map(open)
    return opened
  }
  const known = new Map<string, Face | undefined>()
  const faceOf = (character: string) => {
    if (!known.has(character)) {
      known.set(
        character,
        faces.find((face) => face.has(character)) ??
          (otherScripts.test(character) ? otherFaces().find((face) => face.has(character)) : undefined),
      )
    }
    return known.get(character)
  }
  /** The font that sets a text of which the first fonts lack a letter. */
  const lineFaceOf = (text: string): Face | undefined => {
    const characters = Array.from(text)
    return characters.every((character) => faceOf(character) !== undefined)
      ? undefined
      : lineFaces().find((face) => characters.every(face.has))
  }
  const runs = (text: string, bold: boolean) => {
    const whole = lineFaceOf(text)
    if (whole) return [{ font: bold ? whole.bold : whole.regular, text, fromRight: runsFromRight(text) }]
    const found: FontRun[] = []
    for (const character of text) {
      const face = faceOf(character)
      if (face === undefined) continue
      const font = bold ? face.bold : face.regular
      const last = found.at(-1)
      if (last?.font === font) last.text += character
      else found.push({ font, text: character, fromRight: false })
    }
    return found
  }
  // Character by character: ten times as fast as whole lines, and kerning only makes lines narrower.
  const widths = { bold: new Map<string, number>(), regular: new Map<string, number>() }
  const widthOf = (text: string, weight: 'bold' | 'regular', face: Face | undefined) => {
    let width = widths[weight].get(text)
    if (width === undefined) {
      const shaped = shaping({ fromRight: runsFromRight(text) })
      width = face === undefined ? 0 : doc.font(face[weight]).fontSize(100).widthOfString(text, shaped) / 100
      widths[weight].set(text, width)
    }
    return width
  }
  const measured = { bold: new Map<string, number>(), regular: new Map<string, number>() }
  const measureOnce = (text: string, weight: 'bold' | 'regular'): number => {
    // Letters that join have other widths alone.
    const whole = lineFaceOf(text)
    if (whole) return widthOf(text, weight, whole)
    let width = 0
    for (const character of text) width += widthOf(character, weight, faceOf(character))
    return width
  }
  return {
    runs,
    measure: (text, bold) => {
      const weight = bold ? 'bold' : 'regular'
      // The same words stand on every sticker of a sheet.
      let width = measured[weight].get(text)
      if (width === undefined) {
        width = measureOnce(text, weight) * pointInMm
        measured[weight].set(text, width)
      }
      return width
    },
    prints: (text) =>
      Array.from(text).every((character) => faceOf(character) !== undefined) ||
      lineFaceOf(text) !== undefined,
    printable: (text) => {
      const kept = Array.from(text).filter((character) => faceOf(character) !== undefined)
      const words = kept.join('').replace(/ +/g, ' ').trim()
      return /[\p{L}\p{N}]/u.test(words) ? words : ''
    },
  }
}
