/** The language of this phone: the one chosen on it, else the browser's; also what the person's record said last. */
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

const recordPlace = 'wellkept.language-of'

/** Whether the record says something else than at its last reading here: until then what was chosen on this phone holds. */
export const isToldAnew = (personId: string, language: Language): boolean => {
  const told = `${personId} ${language}`
  try {
    if (localStorage.getItem(recordPlace) === told) return false
    localStorage.setItem(recordPlace, told)
  } catch {
    // Storage is switched off: each reading of the record is followed.
  }
  return true
}
