/** How the description of a cause task names who finished a fault; used to write the name and to erase it. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

/** The words before and after the name. */
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

/** Follows `finished 3 May 2026, 10:00`. */
export const nameInStory = (language: VisitorLanguage, name: string): string => {
  const [before, after] = around[language]
  return `${before}${name}${after}`
}

/** The name must be followed by what was done, the end of the line, or the end of a shortened text. */
const wholeName = (name: string, [before, after]: readonly [string, string]): string =>
  `(?<=^#\\d(?:(?! – ).)*${RegExp.escape(before)})${RegExp.escape(name)}(?=${RegExp.escape(after)}(?: – |…?$))`

/** Replaces a name wherever it says who finished a fault, in any language; texts that people wrote stay. */
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
