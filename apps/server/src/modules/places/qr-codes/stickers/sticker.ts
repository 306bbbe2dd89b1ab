/** Types of stickers and of the options of a sheet. */
import type { StickerTemplate } from './templates.ts'

/** One sticker. `url` is the content of the QR code, `code` is printed below it. */
export interface Sticker {
  code: string
  url: string
  amenity: string
  /** Code of the amenity's type; the question fits it. */
  type?: string | undefined
  /** Building and floor, for example `North wing · 2nd floor`. */
  place: string
}

/** Design of stickers. `languages` are 1 to 3 visitor languages, the first is the main one; `accent` is #RRGGBB. */
export interface StickerOptions {
  template: StickerTemplate
  languages: string[]
  accent: string
  /** Name of the facility for visitors; on posters and the largest labels. */
  publicName: string
  /** Where people type the code, for example `feedback.example.org/q`; left out where it does not fit. */
  address?: string
  /** The first label to print on, 1 at the top left, for a sheet that is partly used. */
  start?: number
}
