/** What every part of a page needs to speak: language, time and the texts. */
import type { PageModel } from '../models.ts'
import { ago, clock } from '../time.ts'
import { type Translate, translator } from '../translate.ts'

export interface View {
  readonly t: Translate
  readonly language: PageModel['language']
  /** how dates are written */
  readonly locale: string
  readonly now: string
  /** "14:05", with the date where it is another day */
  readonly clock: (at: string) => string
  /** "12 minutes ago", after a day the date */
  readonly ago: (at: string) => string
}

/** The view of a page; `timeZone` is the building's, UTC where none is known. */
export const viewOf = ({ language, locale, now }: PageModel, timeZone = 'UTC'): View => ({
  t: translator(language),
  language,
  locale,
  now,
  clock: (at) => clock(at, now, locale, timeZone),
  ago: (at) => ago(at, now, language, locale, timeZone),
})
