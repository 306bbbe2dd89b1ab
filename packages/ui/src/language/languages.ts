/** The languages that people are spoken to in, and which of them somebody wants. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export type Language = VisitorLanguage

/** Each in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
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

export const languages = Object.keys(languageNames) as readonly Language[]

export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

const spoken = (tag: string | null | undefined): Language | undefined => {
  const base = tag?.toLowerCase().split('-')[0]
  return languages.find((language) => language === base)
}

/** The chosen language, else the first of the browser's that is spoken, else English. */
export const preferredLanguage = (chosen: string | null | undefined, browser: readonly string[]): Language =>
  spoken(chosen) ?? browser.map(spoken).find((language) => language !== undefined) ?? 'en'
