/** Context with the messages of the chosen language. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { loadPart } from '#field-kit/load.ts'
import { type Locale, localeOf } from '#field-kit/locale.ts'
import type { Language } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export type Messages = Words<typeof en>

const catalogues = import.meta.glob<Messages>('./messages/*.ts', { import: 'default' })

/** @throws Error when the service cannot be reached */
export const loadLocale = (language: Language): Promise<Locale<Messages>> =>
  loadPart(() => localeOf(catalogues, language))

export const LocaleContext = createContext<Locale<Messages> | undefined>(undefined)

export const useLocale = (): Locale<Messages> => {
  const locale = useContext(LocaleContext)
  if (!locale) throw new Error('Pages are drawn with the words of a language')
  return locale
}

export const useWords = (): Messages => useLocale().words
