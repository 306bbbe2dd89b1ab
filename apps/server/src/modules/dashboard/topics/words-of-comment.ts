/** The words of a comment that may become topics. */

import { cacheBounded } from '#server/platform/bounded-cache.ts'
import { foldText } from '#server/platform/fold-text.ts'

export interface Word {
  /** common beginning of all its forms, folded */
  readonly stem: string
  /** as written, in lower case */
  readonly form: string
  /** capitalised inside a sentence, in a language that capitalises only names */
  readonly asName: boolean
}

const masked = /\[(?:phone|e-mail)\]/g
const letters = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Next to digits a word is part of a number, an address or a name. */
const beside = /[\p{N}@_]/u
const sentenceEnd = /(?:^|[.!?:…\n])[\s"'„“«(¿¡]*$/u
const address =
  /^(?:mr|mrs|ms|miss|mister|dr|prof|herr|herrn|frau|monsieur|madame|mme|senor|senora|senhor|senhora|signor|signora|meneer|mevrouw|pan|pani|bay|bayan|sr|sra)$/

/** Longer texts are not words. */
const longest = 30

const endings: Readonly<Record<string, RegExp>> = {
  en: /s$/,
  de: /(?:en|n|e)$/,
  nl: /(?:en|s)$/,
  fr: /s$/,
  es: /s$/,
  pt: /s$/,
}

/** A common stem for a word and its plural, if they differ only by an ending. */
const stemOf = (folded: string, language: string): string => {
  const ending = endings[language]
  return ending && folded.length > 3 && !folded.endsWith('ss') ? folded.replace(ending, '') : folded
}

const segmenters = new Map<string, Intl.Segmenter>()
const segment = (text: string, language: string): string[] => {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return [...segmenter.segment(text)].flatMap((part) => (part.isWordLike ? [part.segment] : []))
}

// Cached because words repeat, and folding takes longer than everything else.
const cacheAtMost = 50_000
const folds = new Map<string, string>()
const foldOnce = (text: string): string => {
  const known = folds.get(text)
  if (known !== undefined) return known
  const folded = foldText(text)
  cacheBounded(folds, text, folded, cacheAtMost)
  return folded
}

/** Distinct words; without short words, digits, and names after a form of address. */
export const topicWords = (comment: string, language: string): Word[] => {
  const text = comment.replace(masked, ' ')
  const words = new Map<string, Word>()
  const add = (written: string, asName: boolean): void => {
    const folded = foldOnce(written)
    const stem = stemOf(folded, language)
    if (!words.has(stem)) words.set(stem, { stem, form: written.toLowerCase(), asName })
  }
  let addressed = false
  for (const found of text.matchAll(letters)) {
    const [written] = found
    const end = found.index + written.length
    const wasAddressed = addressed
    addressed = address.test(foldOnce(written))
    if (wasAddressed || addressed || written.length > longest) continue
    if (beside.test(text.charAt(found.index - 1)) || beside.test(text.charAt(end))) continue
    if (unspaced.test(written)) {
      for (const part of segment(written, language)) if (part.length >= 2) add(part, false)
    } else if (written.length >= 3) {
      const capital = written.charAt(0) !== written.charAt(0).toLowerCase()
      const shouted = written === written.toUpperCase()
      const inside =
        capital && !shouted && !sentenceEnd.test(text.slice(Math.max(0, found.index - 8), found.index))
      add(written, inside && language !== 'de')
    }
  }
  return [...words.values()]
}
