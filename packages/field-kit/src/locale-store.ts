/** The language of the screens: first the one chosen on this phone, then that of the user's record. */
import { type Cell, cell } from '#client/cell.ts'
import { type Language, languages } from '#i18n/languages.ts'
import type { PhoneApp } from '#pwa/phone-app.ts'
import { startWorker } from '#pwa/worker-link.ts'
import { currentLanguage, hasRecordLanguageChanged, rememberLanguage, showLanguage } from './language.ts'
import { loadPart } from './load.ts'
import type { Locale } from './locale.ts'

export interface LocaleStore<Messages = unknown> {
  readonly locale: Cell<Locale<Messages>>
  /** @throws Error when the messages cannot be loaded; the language then stays as it was */
  setLanguage(language: Language): Promise<void>
}

type Load<Messages> = (language: Language) => Promise<Locale<Messages>>

/** The chosen language or, if offline without its messages, another one that is on the phone. */
const firstLocale = async <Messages>(load: Load<Messages>): Promise<Locale<Messages>> => {
  const chosen = currentLanguage()
  try {
    return await loadPart(() => load(chosen))
  } catch (error) {
    for (const language of languages) {
      const found = await load(language).catch(() => undefined)
      if (found) return found
    }
    throw error
  }
}

/** Starts with the language that this phone used last. */
export const createLocaleStore = async <Messages>(
  app: PhoneApp,
  load: Load<Messages>,
): Promise<LocaleStore<Messages>> => {
  const locale = cell(await firstLocale(load))
  let wanted = locale.get().language
  showLanguage(wanted)
  return {
    locale,
    setLanguage: async (language) => {
      wanted = language
      const next = await loadPart(() => load(language))
      // If two languages were chosen in a row, the messages of the first may arrive last.
      if (language !== wanted) return
      rememberLanguage(language)
      if (language === locale.get().language) return
      showLanguage(language)
      // The service worker precaches the messages for offline use.
      startWorker(app, language)
      locale.set(next)
    },
  }
}

/** Applies the language of the user's record whenever it is another than when this phone read it last. */
export const applyRecordLanguage = (
  { realm }: PhoneApp,
  store: LocaleStore,
  user: { readonly id: string; readonly language: Language | null } | null | undefined,
): void => {
  if (user?.language && hasRecordLanguageChanged(realm, user.id, user.language))
    store.setLanguage(user.language).catch(() => undefined)
}
