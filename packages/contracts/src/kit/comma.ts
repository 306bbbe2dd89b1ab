/** What stands between the things of a short list, in each language. */
import type { VisitorLanguage } from './vocabulary.ts'

export const commas: Readonly<Record<VisitorLanguage, string>> = {
  en: ', ',
  de: ', ',
  fr: ', ',
  es: ', ',
  it: ', ',
  pt: ', ',
  nl: ', ',
  pl: ', ',
  tr: ', ',
  ar: '، ',
  zh: '、',
  ja: '、',
}
