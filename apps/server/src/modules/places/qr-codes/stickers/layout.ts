/**
 * The layout of a label in millimetres from its top left corner, for any renderer. Texts shrink, and the question is
 * dropped before the call to action, until everything fits.
 */
import { groupedCode } from '#server/platform/qr-code.ts'
import { ink, mutedInk, readableAccent } from './colour.ts'
import { cleanText, type Fitted, fitText, type Measure } from './fit-text.ts'
import { type QrSymbol, qrSymbol, quietZone, symbolForPrint } from './qr-symbol.ts'
import type { Sticker, StickerOptions } from './sticker.ts'
import { type LabelLayout, type Template, type TypeSizes, templateOf } from './templates.ts'
import { type StickerLine, stickerLines } from './wording.ts'

/** Millimetres in a point. */
export const pointInMm = 25.4 / 72
const lineHeight = 1.2
/** From the top of a line to its baseline, in font sizes. */
const ascent = 0.85
/** mm without quiet zone; a minimum on posters and large labels. */
const leastSymbol = 30
/** pt; people type codes from labels. */
const leastCode = 6

/** What the renderer provides: text widths, and which characters its fonts have. */
export interface Typesetter {
  measure: Measure
  prints: (text: string) => boolean
  /** The text without characters that the font does not have. */
  printable: (text: string) => string
}

export interface TextBlock {
  role: 'publicName' | 'line' | 'amenity' | 'place' | 'address' | 'code'
  lang?: string
  /** pt */
  size: number
  bold: boolean
  colour: string
  align: 'start' | 'middle'
  lines: { text: string; x: number; baseline: number }[]
  /** The right edge of this block, for right-to-left text. */
  right: number
}

export interface StickerLayout {
  width: number
  height: number
  /** Corner and side of the symbol without its quiet zone. */
  symbol: QrSymbol & { x: number; y: number; side: number }
  /** In reading order. */
  blocks: TextBlock[]
}

/** A block without a position. */
type Draft = Fitted & Pick<TextBlock, 'role' | 'bold' | 'colour'> & { lang?: string; before: number }

const heightOf = (drafts: Draft[]) =>
  drafts.reduce(
    (sum, draft) => sum + draft.before + draft.lines.length * draft.size * lineHeight * pointInMm,
    0,
  )

interface Column {
  top: Draft[]
  bottom: Draft[]
  /** The address where it is typed, if it fits, and the code. */
  code: Draft[]
}

interface Attempt {
  scale: number
  /** Text of each language: question and call on separate lines, both in one, or the call only. */
  wording: 'headline' | 'full' | 'short'
  languages: number
  /** With the address where the code is typed. */
  address: boolean
}

/** From the best to the last resort. */
const attempts = (headline: boolean): Attempt[] => {
  const plain: Attempt[] = [
    ...[1, 0.95, 0.9, 0.85, 0.8].map((scale): Attempt => {
      return { scale, wording: headline ? 'headline' : 'full', languages: 3, address: false }
    }),
    ...[0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6].map((scale): Attempt => {
      return { scale, wording: 'short', languages: 3, address: false }
    }),
    { scale: 0.5, wording: 'short', languages: 3, address: false },
    { scale: 0.5, wording: 'short', languages: 2, address: false },
    { scale: 0.5, wording: 'short', languages: 1, address: false },
  ]
  const readable = plain.filter(({ scale }) => scale >= 0.7)
  return [...readable.map((attempt) => ({ ...attempt, address: true })), ...plain]
}

/** Drafts of all texts at one scale; undefined if a visitor's line would be cut. */
function draftColumn(
  sticker: Sticker,
  options: StickerOptions,
  type: TypeSizes,
  width: number,
  codeWidth: number,
  { scale, wording, languages, address }: Attempt,
  { measure, prints, printable }: Typesetter,
): Column | undefined {
  const sized = (size: number, floor = type.least) => Math.max(size * scale, floor)
  const fit = (text: string, size: number, lines: number, bold: boolean, smallest = type.least) =>
    fitText(text, { width, lines, bold, largest: size, smallest }, measure)
  const top: Draft[] = []
  const publicName = type.publicName > 0 ? printable(cleanText(options.publicName)) : ''
  if (publicName !== '') {
    const fitted = fit(publicName, sized(type.publicName), 1, false)
    top.push({ ...fitted, role: 'publicName', bold: false, colour: mutedInk, before: 0 })
  }
  const spoken = stickerLines(options.languages, prints, sticker.type).slice(0, languages)
  for (const [index, { lang, line }] of spoken.entries()) {
    const leads = index === 0
    // As a last resort nothing is bold, which leaves more room for the other languages.
    const stressed = leads && (scale > 0.5 || spoken.length === 1)
    const say = (text: string, size: number, bold: boolean, before: number) =>
      top.push({
        ...apart(fit(text, size, 2, bold), line, width, bold, measure),
        role: 'line',
        lang,
        bold,
        colour: leads && bold ? readableAccent(options.accent) : ink,
        before: top.length === 0 ? 0 : before * scale * pointInMm,
      })
    if (leads && wording === 'headline') {
      say(line.question, sized(type.lead), true, type.lead * 0.35)
      say(line.call, sized((type.lead + 2 * type.line) / 3), false, type.line * 0.1)
    } else {
      const text = wording === 'short' ? line.short : whole(line)
      say(text, sized(leads ? type.lead : type.line), stressed, type.line * (index < 2 ? 0.45 : 0.2))
    }
  }
  if (top.some(({ role, cut }) => role === 'line' && cut)) return undefined
  const bottom: Draft[] = []
  const amenity = printable(cleanText(sticker.amenity))
  if (amenity !== '') {
    const box = { width, lines: scale > 0.7 ? 2 : 1, bold: true, largest: sized(type.name, 7), smallest: 7 }
    const fitted = fitText(amenity, { ...box, keepsEnd: true }, measure)
    bottom.push({ ...fitted, role: 'amenity', bold: true, colour: ink, before: 0 })
  }
  const place = placeText(printable(cleanText(sticker.place)))
  if (place !== '') {
    const fitted = keepFloor(fit(place, sized(type.place), scale > 0.7 ? 2 : 1, false), place, width, measure)
    bottom.push({ ...fitted, role: 'place', bold: false, colour: mutedInk, before: 0 })
  }
  const code = fitCode(sticker.code, sized(type.code, leastCode), codeWidth, measure)
  const before = type.code * 0.25 * scale * pointInMm
  const typed =
    address && options.address ? addressBlock(options.address, type, scale, codeWidth, measure) : []
  if (typed === undefined) return undefined
  return {
    top,
    bottom,
    code: [
      ...typed.map((block) => ({ ...block, before })),
      { ...code, role: 'code', bold: false, colour: ink, before: typed.length > 0 ? 0 : before },
    ],
  }
}

/** The address in one line; undefined if it would be cut. */
function addressBlock(
  address: string,
  type: TypeSizes,
  scale: number,
  width: number,
  measure: Measure,
): Omit<Draft, 'before'>[] | undefined {
  const largest = Math.max(type.code * scale * 0.85, type.least)
  const fitted = fitText(address, { width, lines: 1, bold: false, largest, smallest: type.least }, measure)
  return fitted.cut ? undefined : [{ ...fitted, role: 'address', bold: false, colour: mutedInk }]
}

/** Question and call in one; full-width punctuation includes its own space. */
const whole = ({ question, call }: StickerLine) => question + (question.endsWith('？') ? '' : ' ') + call

/** Question and call on separate lines, if they need two lines anyway and fit. */
function apart(fitted: Fitted, line: StickerLine, width: number, bold: boolean, measure: Measure): Fitted {
  const lines = [line.question, line.call]
  const bare = (text: string) => text.replaceAll(' ', '')
  const isWhole = bare(fitted.lines.join('')) === bare(whole(line))
  const room = lines.every((text) => measure(text, bold) * fitted.size <= width)
  return isWhole && fitted.lines.length === 2 && room ? { ...fitted, lines } : fitted
}

/** Building and floor, with the dot kept at the end of a line and a short floor unbroken. */
function placeText(text: string): string {
  const at = text.lastIndexOf(' · ')
  if (at < 1) return text
  const floor = text.slice(at + 3)
  return `${text.slice(0, at)}\u00a0· ${floor.length > 10 ? floor : floor.replaceAll(' ', '\u00a0')}`
}

/** A shortened place loses characters of its building, not its floor. */
function keepFloor(fitted: Fitted, place: string, width: number, measure: Measure): Fitted {
  const at = place.lastIndexOf('\u00a0· ')
  if (!fitted.cut || at < 1) return fitted
  const floor = place.slice(at)
  const left = width - measure(floor, false) * fitted.size
  if (left < width * 0.3) return fitted
  const box = { width: left, lines: 1, largest: fitted.size, smallest: fitted.size, bold: false }
  const building = fitText(place.slice(0, at), box, measure)
  return { ...fitted, lines: [building.lines.join('') + floor] }
}

/** The code in groups of five, with equally many groups in each line. */
function fitCode(code: string, size: number, width: number, measure: Measure): Fitted {
  const groups = groupedCode(code).split(' ')
  for (let lineCount = 1; lineCount <= groups.length; lineCount++) {
    const perLine = Math.ceil(groups.length / lineCount)
    const lines = Array.from({ length: Math.ceil(groups.length / perLine) }, (_, index) =>
      groups.slice(index * perLine, (index + 1) * perLine).join(' '),
    )
    const widest = Math.max(...lines.map((line) => measure(line, false)))
    const fitting = Math.min(size, width / widest)
    // Down to two groups a line, another line is better than small type; after that there is no room left.
    if (fitting >= size * (perLine > 2 ? 0.9 : 0.75)) return { size: fitting, lines, cut: false }
  }
  return { size: Math.min(size, width / measure('MMMMM', false)), lines: groups, cut: false }
}

/** Positions drafts from `top` downwards. */
function place(
  drafts: Draft[],
  x: number,
  right: number,
  top: number,
  align: TextBlock['align'],
): TextBlock[] {
  let y = top
  return drafts.map(({ before, cut: _, lines, ...block }) => {
    y += before
    const step = block.size * lineHeight * pointInMm
    const placed = lines.map((text, index) => ({
      text,
      x,
      baseline: y + index * step + block.size * ascent * pointInMm,
    }))
    y += lines.length * step
    return { ...block, align, right, lines: placed }
  })
}

type Wide = Extract<LabelLayout, { kind: 'wide' }>
type Tall = Extract<LabelLayout, { kind: 'tall' }>

function layoutWide(
  sticker: Sticker,
  options: StickerOptions,
  label: Template['label'],
  layout: Wide,
  set: Typesetter,
) {
  const symbol = symbolForPrint(sticker.url, layout.symbol)
  const module = layout.symbol / (symbol.size + 2 * quietZone)
  const side = module * symbol.size
  const quiet = module * quietZone
  const x = layout.inset + layout.symbol
  const right = label.width - layout.padding.right
  const room = label.height - layout.padding.top - layout.padding.bottom
  const { codeBelowSymbol } = layout
  for (const attempt of attempts(layout.headline)) {
    const column = draftColumn(
      sticker,
      options,
      layout.type,
      right - x,
      codeBelowSymbol ? side : right - x,
      attempt,
      set,
    )
    if (column === undefined) continue
    const bottom = codeBelowSymbol ? column.bottom : [...column.bottom, ...column.code]
    const bottomHeight = heightOf(bottom)
    if (heightOf(column.top) + bottomHeight + layout.type.line * 0.3 * pointInMm > room) continue
    const below = codeBelowSymbol ? heightOf(column.code) - quiet * 0.6 : 0
    const symbolX = layout.inset + quiet
    const symbolY = (label.height - below - side) / 2
    const bottomTop = label.height - layout.padding.bottom - bottomHeight
    const blocks = [
      ...place(column.top, x, right, layout.padding.top, 'start'),
      ...place(bottom, x, right, bottomTop, 'start'),
    ]
    if (codeBelowSymbol) {
      const middle = symbolX + side / 2
      blocks.push(...place(column.code, middle, symbolX + side, symbolY + side + quiet * 0.6, 'middle'))
    }
    return { ...label, symbol: { ...symbol, x: symbolX, y: symbolY, side }, blocks }
  }
  throw new RangeError('These texts do not fit this label; choose a larger one.')
}

function layoutTall(
  sticker: Sticker,
  options: StickerOptions,
  label: Template['label'],
  layout: Tall,
  set: Typesetter,
) {
  const { padding, gap, type } = layout
  const width = label.width - 2 * padding.x
  const symbol = qrSymbol(sticker.url)
  const middle = label.width / 2
  for (const attempt of attempts(layout.headline)) {
    const column = draftColumn(sticker, options, type, width, width, attempt, set)
    if (column === undefined) continue
    const bottom = [...column.bottom, ...column.code]
    const bottomHeight = heightOf(bottom)
    const topHeight = heightOf(column.top)
    const room = label.height - padding.top - topHeight - bottomHeight - padding.bottom - 2 * gap
    const whole = Math.min(room, label.width)
    const module = whole / (symbol.size + 2 * quietZone)
    const side = Math.min(module * symbol.size, width)
    if (side < leastSymbol) continue
    const top = padding.top + topHeight + gap + (room - side) / 2
    return {
      ...label,
      symbol: { ...symbol, x: middle - side / 2, y: top, side },
      blocks: [
        ...place(column.top, middle, label.width - padding.x, padding.top, 'middle'),
        ...place(
          bottom,
          middle,
          label.width - padding.x,
          label.height - padding.bottom - bottomHeight,
          'middle',
        ),
      ],
    }
  }
  throw new RangeError('These texts do not fit this label; choose a larger one.')
}

/**
 * The layout of one sticker on its template.
 * @throws RangeError if its address needs a larger label
 */
export function layoutSticker(sticker: Sticker, options: StickerOptions, set: Typesetter): StickerLayout {
  const { label, layout } = templateOf(options.template)
  return layout.kind === 'wide'
    ? layoutWide(sticker, options, label, layout, set)
    : layoutTall(sticker, options, label, layout, set)
}
