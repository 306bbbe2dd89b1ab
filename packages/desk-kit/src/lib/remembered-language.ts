/** The language of this device, for what is shown before the current user has loaded. */
import type { DeskLanguage } from './messages.ts'

const place = 'wellkept.desk-language'

export const rememberLanguage = (language: DeskLanguage): void => {
  try {
    localStorage.setItem(place, language)
  } catch {
    // Without storage the browser's language is used.
  }
}

export const rememberedLanguage = (): string | null => {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}
