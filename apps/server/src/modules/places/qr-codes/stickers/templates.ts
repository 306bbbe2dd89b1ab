/**
 * Label sheets and posters: geometry in millimetres, type in points.
 * wide  the symbol on the left, text on the right
 * tall  text, the symbol, text, centred
 */

/** Type sizes in points. `least` is the minimum for everything but names, whose minimum is 7. */
export interface TypeSizes {
  lead: number
  line: number
  name: number
  place: number
  code: number
  least: number
  /** 0 if the facility's name is left out. */
  publicName: number
}

interface Size {
  width: number
  height: number
}

/**
 * The layout of one label. Paddings keep text away from the edge and from areas that printers cannot print. With
 * `headline` the first question has its own line above the call.
 */
export type LabelLayout =
  | {
      kind: 'wide'
      /** Side of the symbol with its quiet zone, and its distance from the left edge. */
      symbol: number
      inset: number
      padding: { top: number; right: number; bottom: number }
      codeBelowSymbol: boolean
      headline: boolean
      type: TypeSizes
    }
  | {
      kind: 'tall'
      padding: { x: number; top: number; bottom: number }
      /** Between text and the quiet zone of the symbol. */
      gap: number
      headline: boolean
      type: TypeSizes
    }

/** A ruler of 100 mm from (x, y) to the right, or downwards; its text starts at `caption`. */
export interface Ruler {
  x: number
  y: number
  vertical: boolean
  caption: { x: number; y: number }
}

export interface Template {
  page: Size
  label: Size
  columns: number
  rows: number
  /** Corner of the first label, and the distance from one label to the next. */
  first: { x: number; y: number }
  pitch: { x: number; y: number }
  layout: LabelLayout
  ruler: Ruler
}

const a4 = { width: 210, height: 297 }

function poster(page: Size, margin: number, type: TypeSizes): Template {
  const x = (page.width - 100) / 2
  const y = page.height - 4.4
  return {
    page,
    label: page,
    columns: 1,
    rows: 1,
    first: { x: 0, y: 0 },
    pitch: { x: page.width, y: page.height },
    layout: {
      kind: 'tall',
      padding: { x: margin, top: margin, bottom: margin + 2 },
      gap: margin / 6,
      headline: true,
      type,
    },
    ruler: { x, y, vertical: false, caption: { x, y: y - 0.7 } },
  }
}

const templates = {
  'label-65': {
    page: a4,
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    first: { x: 4.75, y: 10.7 },
    pitch: { x: 40.6, y: 21.2 },
    layout: {
      kind: 'wide',
      symbol: 20.6,
      inset: 0.2,
      padding: { top: 1.2, right: 1.2, bottom: 1.2 },
      codeBelowSymbol: false,
      headline: false,
      type: { lead: 7, line: 6, name: 7.5, place: 6, code: 6.5, least: 5, publicName: 0 },
    },
    ruler: { x: 4.75, y: 7, vertical: false, caption: { x: 106, y: 7.5 } },
  },
  // Labels reach the edge of the paper here, so the ruler is on a seam that is cut away.
  'label-40': {
    page: a4,
    label: { width: 52.5, height: 29.7 },
    columns: 4,
    rows: 10,
    first: { x: 0, y: 0 },
    pitch: { x: 52.5, y: 29.7 },
    layout: {
      kind: 'wide',
      symbol: 25.8,
      inset: 1.95,
      padding: { top: 4.4, right: 4.4, bottom: 4.4 },
      codeBelowSymbol: false,
      headline: false,
      type: { lead: 8, line: 7, name: 8.5, place: 7, code: 7.5, least: 5, publicName: 0 },
    },
    ruler: { x: 55, y: 29.7, vertical: false, caption: { x: 133, y: 29.1 } },
  },
  'label-24': {
    page: a4,
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    first: { x: 0, y: 0.5 },
    pitch: { x: 70, y: 37 },
    layout: {
      kind: 'wide',
      symbol: 34,
      inset: 1.5,
      padding: { top: 4.4, right: 4.4, bottom: 4.4 },
      codeBelowSymbol: false,
      headline: false,
      type: { lead: 10, line: 8, name: 10.5, place: 8, code: 8.5, least: 5.5, publicName: 0 },
    },
    ruler: { x: 38, y: 37.5, vertical: false, caption: { x: 105.5, y: 36.9 } },
  },
  'label-21': {
    page: a4,
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    first: { x: 7.25, y: 15.15 },
    pitch: { x: 66, y: 38.1 },
    layout: {
      kind: 'wide',
      symbol: 36.4,
      inset: 0.6,
      padding: { top: 3, right: 2.4, bottom: 3 },
      codeBelowSymbol: false,
      headline: false,
      type: { lead: 9.5, line: 7.5, name: 10, place: 7.5, code: 8, least: 5.5, publicName: 0 },
    },
    ruler: { x: 7.25, y: 9, vertical: false, caption: { x: 108.5, y: 9.5 } },
  },
  'label-12': {
    page: a4,
    label: { width: 63.5, height: 72 },
    columns: 3,
    rows: 4,
    first: { x: 7.25, y: 4.5 },
    pitch: { x: 66, y: 72 },
    layout: {
      kind: 'tall',
      padding: { x: 3, top: 3.4, bottom: 3.4 },
      gap: 0,
      headline: false,
      type: { lead: 10, line: 8, name: 10.5, place: 8, code: 8.5, least: 6, publicName: 0 },
    },
    ruler: { x: 5.6, y: 98.5, vertical: true, caption: { x: 5.1, y: 97.5 } },
  },
  'label-8': {
    page: a4,
    label: { width: 99.1, height: 67.7 },
    columns: 2,
    rows: 4,
    first: { x: 4.65, y: 13.1 },
    pitch: { x: 101.6, y: 67.7 },
    layout: {
      kind: 'wide',
      symbol: 55,
      inset: 0.8,
      padding: { top: 6, right: 4, bottom: 6 },
      codeBelowSymbol: true,
      headline: true,
      type: { lead: 15, line: 10.5, name: 15, place: 10.5, code: 9.5, least: 7, publicName: 8 },
    },
    ruler: { x: 4.65, y: 8, vertical: false, caption: { x: 106, y: 8.5 } },
  },
  'poster-a6': poster({ width: 105, height: 148 }, 9, {
    lead: 21,
    line: 10,
    name: 15,
    place: 10.5,
    code: 10,
    least: 8,
    publicName: 9,
  }),
  'poster-a5': poster({ width: 148, height: 210 }, 12, {
    lead: 30,
    line: 14,
    name: 21,
    place: 14,
    code: 13.5,
    least: 10,
    publicName: 12,
  }),
  'poster-a4': poster(a4, 17, {
    lead: 43,
    line: 19,
    name: 29,
    place: 19,
    code: 18,
    least: 12,
    publicName: 16,
  }),
} satisfies Record<string, Template>

/** Name of a label sheet or poster. */
export type StickerTemplate = keyof typeof templates

export const stickerTemplates = Object.keys(templates) as StickerTemplate[]

export const templateOf = (name: StickerTemplate): Template => templates[name]

/** Stickers on one page of this template. */
export const stickersPerPage = (name: StickerTemplate): number =>
  templates[name].columns * templates[name].rows
