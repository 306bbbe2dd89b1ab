/** What a sticker shows and how a sheet of them is asked for. */
import type { StickerTemplate } from './templates.ts'

/** One sticker. `url` is what the QR code carries, `code` what stands below it. */
export interface Sticker {
  code: string
  url: string
  amenity: string
  /** Building and floor, e.g. `North wing · 2nd floor`. */
  place: string
}

/** How stickers look. `languages` are 1..3 visitor languages, the first leads; `accent` is #RRGGBB. */
export interface StickerOptions {
  template: StickerTemplate
  languages: string[]
  accent: string
  /** Name of the facility as visitors know it; on posters and the largest labels. */
  publicName: string
  /** The label of the first sheet to begin with, 1 at the top left, for a sheet already begun. */
  start?: number
}
