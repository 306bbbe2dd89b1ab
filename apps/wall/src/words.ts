/** The messages of the wall in its language. */
import { type Locale, localeOf } from '#field-kit/locale.ts'
import type { Language } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export type Messages = Words<typeof en>
export type WallLocale = Locale<Messages>

const catalogues = import.meta.glob<Messages>('./messages/*.ts', { import: 'default' })

/** @throws Error when they are not on this device and the service cannot be reached */
export const loadLocale = (language: Language): Promise<WallLocale> => localeOf(catalogues, language)
