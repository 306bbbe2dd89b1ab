/** A language with its messages. */
import type { Language } from '#i18n/languages.ts'
import { readerLocale } from '#i18n/times.ts'

export interface Locale<Messages> {
  readonly language: Language
  /** BCP 47 tag for formatting, with the region of the browser */
  readonly locale: string
  readonly words: Messages
}

/**
 * @param catalogues the modules in `./messages/`
 * @throws Error when the messages are not on this device and the service cannot be reached
 */
export const localeOf = async <Messages>(
  catalogues: Readonly<Record<string, () => Promise<Messages>>>,
  language: Language,
): Promise<Locale<Messages>> => {
  const load = catalogues[`./messages/${language}.ts`]
  if (!load) throw new Error(`There are no texts in ${language}`)
  return { language, locale: readerLocale(language, navigator.languages), words: await load() }
}
