/** Texts of a language with their plurals, and the names of the languages in themselves. */
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en, type MessageKey, type Messages } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { it } from './messages/it.ts'
import { ja } from './messages/ja.ts'
import { nl } from './messages/nl.ts'
import { pl } from './messages/pl.ts'
import { pt } from './messages/pt.ts'
import { tr } from './messages/tr.ts'
import { zh } from './messages/zh.ts'

const catalogues: Record<VisitorLanguage, Messages> = { en, de, fr, es, it, pt, nl, pl, tr, ar, zh, ja }

export const languageNames: Record<VisitorLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
  zh: '中文',
  ja: '日本語',
}

export const directionOf = (language: VisitorLanguage): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** Says a text in one language; `values` fill its places and choose its plural. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string

const translators = new Map<VisitorLanguage, Translate>()

/** The translator of a language; made once and kept. */
export const translator = (language: VisitorLanguage): Translate => {
  const known = translators.get(language)
  if (known) return known
  const compiled = Object.fromEntries(
    Object.entries(catalogues[language]).map(([key, text]) => [key, compileMessage(text)]),
  )
  const i18n = setupI18n({ locale: language, messages: { [language]: compiled } })
  const translate: Translate = (key, values) => i18n._(key, { ...values })
  translators.set(language, translate)
  return translate
}

/** A text with its places unfilled, for the client script. */
export const rawText = (language: VisitorLanguage, key: MessageKey): string => catalogues[language][key]
