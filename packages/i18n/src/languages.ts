/** The supported languages, and choosing one for a reader. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export type Language = VisitorLanguage

/** Name of each language in that language. */
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

/** The chosen language, else the first supported one of the browser, else English. */
export const preferredLanguage = (chosen: string | null | undefined, browser: readonly string[]): Language =>
  spoken(chosen) ?? browser.map(spoken).find((language) => language !== undefined) ?? 'en'
