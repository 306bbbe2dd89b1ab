/**
 * The language of this phone: the one chosen on it, else the browser's; and the one that the user's record had
 * last.
 */
import { nameIn } from '#client/realm-names.ts'
import type { Realm } from '#client/realms.ts'
import { directionOf, type Language, preferredLanguage } from '#i18n/languages.ts'

const place = 'wellkept.language'

const read = (): string | null => {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

export const currentLanguage = (): Language => preferredLanguage(read(), navigator.languages)

export const rememberLanguage = (language: Language): void => {
  try {
    localStorage.setItem(place, language)
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}

/** Sets lang and dir of the document, for hyphenation, screen readers and text direction. */
export const showLanguage = (language: Language): void => {
  const { documentElement: page } = document
  page.lang = language
  page.dir = directionOf(language)
}

/**
 * Whether the language of the user's record has changed since this phone read it last; if not, the choice made
 * here applies.
 */
export const hasRecordLanguageChanged = (realm: Realm, personId: string, language: Language): boolean => {
  const place = nameIn(realm, 'language-of')
  const record = `${personId} ${language}`
  try {
    if (localStorage.getItem(place) === record) return false
    localStorage.setItem(place, record)
  } catch {
    // Storage is disabled: the record's language is applied each time it is read.
  }
  return true
}
