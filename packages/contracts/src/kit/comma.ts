/** Separator of short lists, by language. */
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
