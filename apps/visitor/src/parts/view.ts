/** Messages and time formats for all parts of a page. */
import type { PageModel } from '../models.ts'
import { ago, clock } from '../time.ts'
import { type Translate, translator } from '../translate.ts'

export interface View {
  readonly t: Translate
  readonly language: PageModel['language']
  /** BCP 47 tag for dates */
  readonly locale: string
  readonly now: string
  /** "14:05", with the date if it is another day */
  readonly clock: (at: string) => string
  /** "12 minutes ago", after a day the date */
  readonly ago: (at: string) => string
}

/** The view of a page; `timeZone` is the building's, UTC if unknown. */
export const viewOf = ({ language, locale, now }: PageModel, timeZone = 'UTC'): View => ({
  t: translator(language),
  language,
  locale,
  now,
  clock: (at) => clock(at, now, locale, timeZone),
  ago: (at) => ago(at, now, language, locale, timeZone),
})
