/** Messages and formats of shared pages by language and locale. */
import { typeName } from '#contracts/catalogue/names.ts'
import { directionOf } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import { instant } from '#i18n/times.ts'
import { percentIn } from '#ui/charts/percent.ts'
import type { PageModel } from '../../models.ts'
import { type View, viewOf } from '../../parts/view.ts'
import type en from './messages/en.ts'

export type ShareWords = Words<typeof en>

const catalogues = import.meta.glob<ShareWords>('./messages/*.ts', { import: 'default', eager: true })

export interface Speech extends View {
  readonly say: ShareWords
  /** isolates the text direction of a name within a sentence */
  readonly within: (text: string) => string
  readonly number: (value: number, digits?: number) => string
  readonly percent: (share: number) => string
  /** "20 Nov 2026" */
  readonly date: (date: string) => string
  /** "20 Nov" */
  readonly day: (date: string) => string
  /** "20 Nov 2026, 14:05" */
  readonly full: (at: string) => string
  /** name of an amenity type; the organisation's own types stay as they are */
  readonly type: (code: string) => string
}

export const speechOf = (model: PageModel, timeZone: string): Speech => {
  const { language, locale } = model
  const say = catalogues[`./messages/${language}.ts`]
  if (!say) throw new Error('There are no words')
  const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)
  return {
    ...viewOf(model, timeZone),
    say,
    within: (text) => (directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text),
    number: (value, digits = 0) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        numberingSystem: 'latn',
      }).format(value),
    percent: percentIn(locale, { numberingSystem: 'latn' }),
    date: (date) => instant(noon(date), 'date', locale, 'UTC'),
    day: (date) => instant(noon(date), 'day', locale, 'UTC'),
    full: (at) => instant(Date.parse(at), 'full', locale, timeZone),
    type: (code) => typeName(code, language) ?? code,
  }
}
