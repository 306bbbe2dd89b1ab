/** What is said where nothing else can be loaded, not even the language of the record. */
import type { DeskLanguage } from '../lib/language.tsx'

interface OfflineWords {
  readonly title: string
  readonly text: string
  readonly retry: string
}

const words: Readonly<Record<DeskLanguage, OfflineWords>> = {
  en: {
    title: 'No connection to Wellkept',
    text: 'What was saved is safe. This page goes on by itself as soon as the service can be reached again.',
    retry: 'Try now',
  },
  de: {
    title: 'Keine Verbindung zu Wellkept',
    text: 'Was gespeichert wurde, ist sicher. Diese Seite geht von selbst weiter, sobald der Dienst wieder erreichbar ist.',
    retry: 'Jetzt versuchen',
  },
}

const place = 'wellkept.desk-language'

/** For the moments without a record. */
export const rememberLanguage = (language: DeskLanguage): void => {
  try {
    localStorage.setItem(place, language)
  } catch {
    // Storage is switched off: the browser's language serves.
  }
}

const remembered = (): string | null => {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

const isSpoken = (tag: string | null): tag is DeskLanguage => tag !== null && Object.hasOwn(words, tag)

/** The language used here last, else the first of the browser's that is spoken, else English. */
export const offlineWords = (): OfflineWords & { readonly language: DeskLanguage } => {
  const wanted = [remembered(), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  const language = wanted.find(isSpoken) ?? 'en'
  return { language, ...words[language] }
}
