/** A language with its messages. */
import type { Language } from '#ui/language/languages.ts'
import { readerLocale } from '#ui/times.ts'

export interface Locale<Messages> {
  readonly language: Language
  /** how dates are written, with the region that the browser names */
  readonly locale: string
  readonly words: Messages
}

/**
 * @param catalogues those that a build found in `./messages/`
 * @throws Error when the texts are not on this device and the service cannot be reached
 */
export const localeOf = async <Messages>(
  catalogues: Readonly<Record<string, () => Promise<Messages>>>,
  language: Language,
): Promise<Locale<Messages>> => {
  const load = catalogues[`./messages/${language}.ts`]
  if (!load) throw new Error(`There are no texts in ${language}`)
  return { language, locale: readerLocale(language, navigator.languages), words: await load() }
}
