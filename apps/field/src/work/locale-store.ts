/** The language of the screens: what this phone has chosen at first, then what the person's own record says. */
import { type Language, languages } from '#ui/language/languages.ts'
import { type Cell, cell } from '../parts/cell.ts'
import { currentLanguage, isToldAnew, rememberLanguage, showLanguage } from '../parts/language.ts'
import { loadPart } from '../parts/load.ts'
import type { Account } from './data/account.ts'
import { loadLocale, type WorkLocale } from './words.ts'
import { startWorker } from './worker-link.ts'

export interface LocaleStore {
  readonly locale: Cell<WorkLocale>
  /** @throws Error when the texts are not on this phone and cannot be had; then all stays as it was */
  setLanguage(language: Language): Promise<void>
}

/** The chosen language; without a connection perhaps only another one is on this phone, and that is better than none. */
const firstLocale = async (): Promise<WorkLocale> => {
  const chosen = currentLanguage()
  try {
    return await loadPart(() => loadLocale(chosen))
  } catch (error) {
    for (const language of languages) {
      const found = await loadLocale(language).catch(() => undefined)
      if (found) return found
    }
    throw error
  }
}

/** Starts with the language that this phone used last. */
export const createLocaleStore = async (): Promise<LocaleStore> => {
  const locale = cell(await firstLocale())
  let wanted = locale.get().language
  showLanguage(wanted)
  return {
    locale,
    setLanguage: async (language) => {
      wanted = language
      const next = await loadPart(() => loadLocale(language))
      // Two were chosen one after the other: the texts of the first may arrive last.
      if (language !== wanted) return
      rememberLanguage(language)
      if (language === locale.get().language) return
      showLanguage(language)
      // It keeps the texts for when there is no connection.
      startWorker(language)
      locale.set(next)
    },
  }
}

/** Each reading of the record may bring another language, and what the organisation asks for; it is read at each opening. */
export const followRecord = (
  localeStore: LocaleStore,
  account: Pick<Account, 'record' | 'load'>,
  current: () => { readonly id: string } | undefined,
): void => {
  account.record.subscribe(() => {
    const user = account.record.get()?.user
    if (user?.language && isToldAnew(user.id, user.language))
      localeStore.setLanguage(user.language).catch(() => undefined)
  })
  if (current()) account.load().catch(() => undefined)
}
