/** A4 pages of a tagged PDF, filled from the top: headings, text lines, tables, figures. All lengths are points. */
import { setImmediate as turn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { firstFont, type PdfFonts, pdfFonts, shaping } from '#server/modules/places/qr-codes/public.ts'

const [pageWidth, pageHeight, margin] = [595.28, 841.89, 48]
export const contentWidth = pageWidth - 2 * margin
const bottom = pageHeight - margin - 14

export const ink = '#1b1c1a'
export const muted = '#575349'
export const rule = '#dad6cc'
export const accent = '#0e5a63'
export const barColour = '#ddedee'

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
  /** longer texts are shortened */
  readonly width?: number
}

export interface Column {
  readonly title: string
  /** fraction of the page's width */
  readonly share: number
  readonly end?: boolean
}

/** Draws with the corner of its area at (0, 0). */
export interface Pen {
  readonly doc: PDFKit.PDFDocument
  text(
    words: string,
    x: number,
    baseline: number,
    style: TextStyle,
    anchor?: 'start' | 'middle' | 'end',
  ): void
}

export interface Paper {
  /** A JPEG or PNG at the top end of the first page; decoration for screen readers, since the title names its owner. */
  logo(image: Uint8Array): void
  /** It stays with what follows, and so do the paragraphs directly below it. */
  heading(level: 1 | 2 | 3, words: string): void
  paragraph(words: string, style?: TextStyle): void
  figure(alt: string, height: number, draw: (pen: Pen) => void): void
  /** The header is repeated on each page; the first cell of a row is its row header. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void>
  /**
   * A name; if the fonts have none of its letters, the end of the id, since ids differ there and columns are
   * narrow.
   */
  named(name: string, id: string): string
  end(): void
}

interface PaperOptions {
  readonly title: string
  readonly language: string
  readonly footer: (page: number) => string
  readonly createdAt: Date
}

const headings = {
  1: { size: 20, after: 6 },
  2: { size: 14, after: 4 },
  3: { size: 10.5, after: 3 },
} as const
/** Headings wait for what follows only as far as this, so that a page is never half empty for them. */
const mostWaiting = 160
const [logoWidth, logoHeight] = [160, 40]
const cellStyle: TextStyle = { size: 8.5 }
const rowHeight = 15

export const openPaper = (options: PaperOptions): { doc: PDFKit.PDFDocument; paper: Paper } => {
  const doc = new PDFDocument({
    autoFirstPage: false,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: options.language,
    font: firstFont,
    info: { Title: options.title, CreationDate: options.createdAt },
  })
  const fonts: PdfFonts = pdfFonts(doc)
  const root = doc.struct('Document', { lang: options.language })
  doc.addStructure(root)
  let [y, pages] = [0, 0]

  const widthOf = (words: string, { size, bold = false }: TextStyle): number => {
    let width = 0
    for (const run of fonts.runs(words, bold))
      width += doc.font(run.font).fontSize(size).widthOfString(run.text, shaping(run))
    return width
  }

  const setLine: Pen['text'] = (whole, x, baseline, style, anchor = 'start') => {
    const words = style.width ? fitted(whole, style.width, style) : whole
    const width = anchor === 'start' ? 0 : widthOf(words, style)
    let at = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
    doc.fillColor(style.colour ?? ink)
    for (const run of fonts.runs(words, style.bold ?? false)) {
      doc.font(run.font).fontSize(style.size)
      doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...shaping(run) })
      at += doc.widthOfString(run.text, shaping(run))
    }
  }

  const artifact = (draw: () => void): void => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }

  const addPage = (): void => {
    doc.addPage({ size: [pageWidth, pageHeight], margin: 0 })
    pages++
    y = margin
    artifact(() =>
      setLine(options.footer(pages), margin, pageHeight - margin + 12, { size: 7.5, colour: muted }),
    )
  }

  const breakFor = (height: number): boolean => {
    if (pages > 0 && y + height <= bottom) return false
    addPage()
    return true
  }

  /** Headings and their paragraphs, drawn together with what follows them. */
  let waiting: { height: number; draw: () => void }[] = []

  const heightOfWaiting = (): number => waiting.reduce((sum, { height }) => sum + height, 0)

  const drawWaiting = (): void => {
    const all = waiting
    waiting = []
    for (const { draw } of all) draw()
  }

  /** @returns whether the height is on a new page */
  const room = (height: number): boolean => {
    if (waiting.length === 0) return breakFor(height)
    breakFor(heightOfWaiting() + height)
    drawWaiting()
    return breakFor(height)
  }

  /** Text that the fonts cannot print is still read by screen readers. */
  const spoken = (words: string): { actual?: string } => {
    const runs = fonts.runs(words, false)
    const printed = runs.map(({ text }) => text).join('')
    return runs.length > 1 || printed !== words ? { actual: words } : {}
  }

  const fitted = (words: string, width: number, style: TextStyle): string => {
    if (widthOf(words, style) <= width) return words
    // The amenity's name is shortened before its location, which distinguishes it from others.
    const at = words.indexOf(' · ')
    const kept = at > 0 ? words.slice(at) : ''
    if (kept && widthOf(kept, style) < width * 0.7)
      return fitted(words.slice(0, at), width - widthOf(kept, style), style) + kept
    const letters = Array.from(words)
    let [low, high] = [0, letters.length]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (widthOf(`${letters.slice(0, middle).join('')}…`, style) <= width) low = middle
      else high = middle - 1
    }
    return `${letters.slice(0, low).join('').trimEnd()}…`
  }

  const linesOf = (words: string, style: TextStyle): string[] => {
    const lines: string[] = []
    for (const word of words.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && widthOf(longer, style) <= contentWidth) lines[lines.length - 1] = longer
      else lines.push(fitted(word, contentWidth, style))
    }
    return lines
  }

  const block = (tag: string, words: string, style: TextStyle, space: { before: number; after: number }) => {
    const lines = linesOf(words, style)
    const step = style.size * 1.35
    const isHeading = tag.startsWith('H')
    const draw = (): void => {
      if (y > margin) y += space.before
      const top = y
      const drawLines = (): void =>
        lines.forEach((line, index) => {
          setLine(line, margin, top + style.size + index * step, style)
        })
      root.add(doc.struct(tag, spoken(words), drawLines))
      y += lines.length * step + space.after
    }
    const height = space.before + lines.length * step + space.after
    if (isHeading || (waiting.length > 0 && heightOfWaiting() + height <= mostWaiting)) {
      waiting.push({ height, draw })
      return
    }
    room(height)
    draw()
  }

  const cellsAt = (columns: readonly Column[]): { left: number; width: number; end: boolean }[] => {
    const all = columns.reduce((sum, { share }) => sum + share, 0)
    let left = margin
    return columns.map(({ share, end = false }) => {
      const width = (share / all) * contentWidth
      const place = { left, width: width - 8, end }
      left += width
      return place
    })
  }

  const row = (
    table: PDFKit.PDFStructureElement,
    places: ReturnType<typeof cellsAt>,
    cells: readonly string[],
    head: boolean,
  ): void => {
    const element = doc.struct('TR')
    table.add(element)
    const baseline = y + rowHeight - 4.5
    const style = head ? { size: 7.5, colour: muted, bold: true } : cellStyle
    cells.forEach((words, index) => {
      const place = places[index]
      if (!place) return
      const isHead = head || index === 0
      const tag = isHead ? 'TH' : 'TD'
      const scope = isHead ? { scope: head ? 'Column' : 'Row' } : {}
      const shown = fitted(words, place.width, style)
      const draw = (): void =>
        setLine(
          shown,
          place.end ? place.left + place.width : place.left,
          baseline,
          style,
          place.end ? 'end' : 'start',
        )
      const actual = shown === words ? spoken(words) : { actual: words }
      element.add(doc.struct(tag, { ...scope, ...actual }, draw))
    })
    y += rowHeight
    const under = y
    artifact(() =>
      doc
        .moveTo(margin, under)
        .lineTo(pageWidth - margin, under)
        .lineWidth(0.5)
        .stroke(rule),
    )
  }

  const paper: Paper = {
    logo: (image) => {
      breakFor(0)
      const [x, top] = [margin + contentWidth - logoWidth, margin - 12]
      artifact(() =>
        doc.image(Buffer.from(image), x, top, {
          fit: [logoWidth, logoHeight],
          align: 'right',
          valign: 'center',
        }),
      )
      if (y < top + logoHeight) y = top + logoHeight + 6
    },
    heading: (level, words) => {
      const { size, after } = headings[level]
      block(`H${level}`, words, { size, bold: true }, { before: level === 1 ? 0 : 10, after })
    },
    paragraph: (words, style = { size: 9, colour: muted }) =>
      block('P', words, style, { before: 0, after: 5 }),
    figure: (alt, height, draw) => {
      room(height)
      const top = y
      // PDF readers need the figure's bounding box; pdfkit supports it, but its types lack it.
      const options = { alt, bbox: [margin, top, margin + contentWidth, top + height] }
      const element = doc.struct('Figure', options, () => {
        doc.save().translate(margin, top)
        draw({ doc, text: setLine })
        doc.restore()
      })
      root.add(element)
      y += height + 8
    },
    table: async (columns, rows) => {
      const table = doc.struct('Table')
      const places = cellsAt(columns)
      const titles = columns.map(({ title }) => title)
      room(3 * rowHeight)
      root.add(table)
      row(table, places, titles, true)
      for (const [index, cells] of rows.entries()) {
        // The last row is never alone on a page.
        const together = index === rows.length - 2 ? 2 : 1
        if (room(together * rowHeight)) row(table, places, titles, true)
        row(table, places, cells, false)
        // Yields to other requests after each row.
        await turn()
      }
      y += 8
    },
    named: (name, id) =>
      name === '' || fonts.prints(name) || fonts.printable(name) !== '' ? name : `…${id.slice(-12)}`,
    end: () => {
      if (waiting.length > 0) room(0)
      root.end()
      doc.end()
    },
  }
  return { doc, paper }
}
