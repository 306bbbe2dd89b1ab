/** The languages that the field apps speak, and which one this phone wants. */

export const appLanguages = ['en', 'de'] as const
export type AppLanguage = (typeof appLanguages)[number]

export const languageNames: Record<AppLanguage, string> = { en: 'English', de: 'Deutsch' }

const place = 'wellkept.language'

const spoken = (tag: string | null | undefined): AppLanguage | undefined => {
  const base = tag?.toLowerCase().split('-')[0]
  return appLanguages.find((language) => language === base)
}

/** The language chosen here before, else the first of the browser's that is spoken, else English. */
export const preferredLanguage = (chosen: string | null, browser: readonly string[]): AppLanguage =>
  spoken(chosen) ?? browser.map(spoken).find((language) => language !== undefined) ?? 'en'

const read = (): string | null => {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

export const currentLanguage = (): AppLanguage => preferredLanguage(read(), navigator.languages)

export const rememberLanguage = (language: AppLanguage): void => {
  try {
    localStorage.setItem(place, language)
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
}
