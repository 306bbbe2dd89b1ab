/** Messages of the chosen language. */
import { type Locale, localeOf } from '#field-kit/locale.ts'
import { useLocaleOf } from '#field-kit/words.ts'
import type { Language } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import { instant } from '#i18n/times.ts'
import type en from './messages/en.ts'

export type Messages = Words<typeof en>

const catalogues = import.meta.glob<Messages>('./messages/*.ts', { import: 'default' })

/** @throws Error when the messages are not on this phone and the service cannot be reached */
export const loadLocale = (language: Language): Promise<Locale<Messages>> => localeOf(catalogues, language)

export const useLocale = (): Locale<Messages> => useLocaleOf<Messages>()

export const useWords = (): Messages => useLocale().words

export interface Format {
  date(at: string): string
  time(at: number | string): string
  /** @param digits after the point at most */
  number(value: number, digits?: number): string
  share(value: number): string
}

export const useFormat = (): Format => {
  const { locale } = useLocale()
  return {
    date: (at) => instant(Date.parse(at), 'date', locale),
    time: (at) => instant(typeof at === 'string' ? Date.parse(at) : at, 'short', locale),
    number: (value, digits = 0) =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits, numberingSystem: 'latn' }).format(value),
    share: (value) =>
      new Intl.NumberFormat(locale, { style: 'percent', numberingSystem: 'latn' }).format(value),
  }
}
