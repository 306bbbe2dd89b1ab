/** How the story of a fault that comes back names who finished it: for who writes it, and for who takes the name out. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

/** Before the name, and after it. */
const around: Readonly<Record<VisitorLanguage, readonly [before: string, after: string]>> = {
  en: [' by ', ''],
  de: [' von ', ''],
  fr: [' par ', ''],
  es: [' por ', ''],
  it: [' da ', ''],
  pt: [' por ', ''],
  nl: [' door ', ''],
  pl: [' (', ')'],
  tr: [' (', ')'],
  ar: [' (', ')'],
  zh: [' 由', '完成'],
  ja: ['（', '）'],
}

/** After `finished 3 May 2026, 10:00`. */
export const nameInStory = (language: VisitorLanguage, name: string): string => {
  const [before, after] = around[language]
  return `${before}${name}${after}`
}

/** With nothing after it but what was done, the next line or where the whole was cut. */
const wholeName = (name: string, [before, after]: readonly [string, string]): string =>
  `(?<=^#\\d(?:(?! – ).)*${RegExp.escape(before)})${RegExp.escape(name)}(?=${RegExp.escape(after)}(?: – |…?$))`

/** A story with another name wherever this one finished a fault, in whatever language; what people wrote stays. */
export const renameInStory = (story: string, name: string, other: string): string =>
  story.replace(
    new RegExp(
      Object.values(around)
        .map((words) => wholeName(name, words))
        .join('|'),
      'gmu',
    ),
    () => other,
  )
