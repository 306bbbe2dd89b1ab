/** Cleans texts for print and fits them into their width. */

/** Width of a text in millimetres at a size of 1 pt. */
export type Measure = (text: string, bold: boolean) => number

const longest = 300

/**
 * One line of well-formed text: no control characters, bidi overrides or stacked accents, single spaces, at most 300
 * code points.
 */
export function cleanText(text: string): string {
  const safe = text
    .slice(0, 4 * longest)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    // Joiners stay: Persian and Indic spelling needs them.
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}\ufffd]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  return Array.from(safe).slice(0, longest).join('')
}

/** Han and kana break anywhere, but no line starts with their punctuation. */
const pieces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー][、。，！？]*|[^ \p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+| +/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export interface Wrapped {
  lines: string[]
  /** A word was broken because it is wider than a line. */
  broken: boolean
}

/** Breaks a text into lines no wider than `width` (in mm at 1 pt). */
export function wrapText(text: string, width: number, bold: boolean, measure: Measure): Wrapped {
  const lines: string[] = []
  let line = ''
  let broken = false
  const fits = (candidate: string) => measure(candidate.trimEnd(), bold) <= width
  const feed = () => {
    if (line.trim() !== '') lines.push(line.trim())
    line = ''
  }
  for (const [piece] of text.matchAll(pieces)) {
    if (fits(line + piece)) {
      line += piece
      continue
    }
    feed()
    if (fits(piece)) {
      line = piece
      continue
    }
    broken = true
    for (const { segment } of graphemes.segment(piece)) {
      if (line !== '' && !fits(line + segment)) feed()
      line += segment
    }
  }
  feed()
  return { lines, broken }
}

/** Shortens a line with an ellipsis at its end until it fits. */
function withEllipsis(line: string, width: number, bold: boolean, measure: Measure): string {
  const parts = Array.from(graphemes.segment(line), ({ segment }) => segment)
  while (parts.length > 0 && measure(`${parts.join('').trimEnd()}…`, bold) > width) parts.pop()
  return `${parts.join('').trimEnd()}…`
}

/** Shortens a line in its middle, because names of rooms usually differ at their end. */
function withoutMiddle(line: string, width: number, bold: boolean, measure: Measure): string {
  const parts = Array.from(graphemes.segment(line), ({ segment }) => segment)
  const joined = (head: number, tail: number): string =>
    `${parts.slice(0, head).join('').trimEnd()}…${parts
      .slice(parts.length - tail)
      .join('')
      .trimStart()}`
  let [head, tail] = [0, 0]
  for (let grows = true; grows && head + tail < parts.length; ) {
    grows = false
    if (measure(joined(head, tail + 1), bold) <= width) {
      tail++
      grows = true
    }
    if (head + tail < parts.length && measure(joined(head + 1, tail), bold) <= width) {
      head++
      grows = true
    }
  }
  return joined(head, tail)
}

export interface Fitting {
  /** mm */
  width: number
  /** lines allowed */
  lines: number
  /** pt */
  largest: number
  smallest: number
  bold: boolean
  /** shortens the middle and keeps the end */
  keepsEnd?: boolean
}

export interface Fitted {
  size: number
  lines: string[]
  /** The text does not fit even at the smallest size and ends with an ellipsis. */
  cut: boolean
}

/** The text at the largest size that fits its lines, or shortened with an ellipsis at the smallest. */
export function fitText(text: string, box: Fitting, measure: Measure): Fitted {
  const { width, lines: allowed, largest, bold } = box
  const smallest = Math.min(box.smallest, largest)
  for (let wanted = 1; wanted <= allowed; wanted++) {
    // Shrinks by up to a fifth to save a line.
    const floor = wanted < allowed ? Math.max(smallest, largest * 0.8) : smallest
    for (let size = largest; size > floor; size -= 0.25) {
      const { lines, broken } = wrapText(text, width / size, bold, measure)
      if (!broken && lines.length <= wanted) return { size, lines, cut: false }
    }
  }
  const { lines } = wrapText(text, width / smallest, bold, measure)
  if (lines.length <= allowed) return { size: smallest, lines, cut: false }
  const last = lines.slice(allowed - 1).join(' ')
  const shorten = box.keepsEnd ? withoutMiddle : withEllipsis
  const kept = [...lines.slice(0, allowed - 1), shorten(last, width / smallest, bold, measure)]
  return { size: smallest, lines: kept, cut: true }
}
