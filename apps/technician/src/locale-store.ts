/** The language of the screens: first the one chosen on this phone, then that of the user's record. */

import { type Cell, cell } from '#client/cell.ts'
import {
  currentLanguage,
  hasRecordLanguageChanged,
  rememberLanguage,
  showLanguage,
} from '#field-kit/language.ts'
import { loadPart } from '#field-kit/load.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { technician } from '#pwa/phone-apps.ts'
import { startWorker } from '#pwa/worker-link.ts'
import type { Account } from './data/account.ts'
import { loadLocale, type WorkLocale } from './words.ts'

export interface LocaleStore {
  readonly locale: Cell<WorkLocale>
  /** @throws Error when the messages cannot be loaded; the language then stays as it was */
  setLanguage(language: Language): Promise<void>
}

/** The chosen language or, if offline without its messages, another one that is on the phone. */
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
      // If two languages were chosen in a row, the messages of the first may arrive last.
      if (language !== wanted) return
      rememberLanguage(language)
      if (language === locale.get().language) return
      showLanguage(language)
      // The service worker precaches the messages for offline use.
      startWorker(technician, language)
      locale.set(next)
    },
  }
}

/** Applies language and settings of the user's record whenever it is read; reads it at each start. */
export const followRecord = (
  localeStore: LocaleStore,
  account: Pick<Account, 'record' | 'load'>,
  current: () => { readonly id: string } | undefined,
): void => {
  account.record.subscribe(() => {
    const user = account.record.get()?.user
    if (user?.language && hasRecordLanguageChanged(user.id, user.language))
      localeStore.setLanguage(user.language).catch(() => undefined)
  })
  if (current()) account.load().catch(() => undefined)
}
