/** The language of this phone: the one chosen on it, else the browser's; also of whom it was chosen. */
import { directionOf, type Language, preferredLanguage } from '#ui/language/languages.ts'

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
    // Storage is switched off: the choice lasts until the page is left.
  }
}

/** For the browser: hyphens, voices of screen readers, and which side a line begins on. */
export const showLanguage = (language: Language): void => {
  const { documentElement: page } = document
  page.lang = language
  page.dir = directionOf(language)
}

const ownerPlace = 'wellkept.language-of'

/** Whether the language of this phone is that of the person's record, as far as this phone knows. */
export const isOwnLanguage = (personId: string): boolean => {
  try {
    return localStorage.getItem(ownerPlace) === personId
  } catch {
    return false
  }
}

export const rememberOwner = (personId: string): void => {
  try {
    localStorage.setItem(ownerPlace, personId)
  } catch {
    // Storage is switched off: the record is read again at the next opening.
  }
}
