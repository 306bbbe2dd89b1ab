/** Trending words: their share of the comments in their language now, compared with the period before. */
import type { Topic } from '#contracts/figures.ts'
import { foldText } from '#server/platform/fold-text.ts'
import { isStopWord } from './stop-words.ts'
import { topicWords } from './words-of-comment.ts'

export interface Comment {
  readonly id: string
  readonly created_at: Date
  readonly rating: number | null
  readonly comment: string
  readonly language: string
  /** who sent it, if known */
  readonly source: string
}

/** With fewer comments or senders, a word could reveal one of them. */
const enough = 5
/** A single earlier comment is no share to compare with. */
const fewest = 2
const mostTopics = 100
const mostExamples = 3

interface Tally {
  readonly language: string
  readonly forms: Map<string, number>
  readonly sources: Set<string>
  readonly examples: Comment[]
  now: number
  before: number
  rated: number
  sum: number
  asName: number
}

export interface Reading {
  /** to be called newest first */
  add(comment: Comment, isNow: boolean): void
  topics(): Topic[]
  readonly read: number
  readonly readBefore: number
}

const mostWritten = (forms: ReadonlyMap<string, number>): string =>
  [...forms].reduce((best, form) => (form[1] > best[1] ? form : best), ['', 0] as [string, number])[0]

/** Stop words and names, also in the genitive or as part of a compound. */
const isMeaningless = (folded: string, language: string, names: ReadonlySet<string>): boolean =>
  isStopWord(folded, language) ||
  folded.split(/['’-]/).some((part) => names.has(part) || names.has(part.replace(/s$/, '')))

/** @param names folded words of the team's names */
export const readTopics = (names: ReadonlySet<string>): Reading => {
  const tallies = new Map<string, Tally>()
  const totals = new Map<string, { now: number; before: number }>()
  let [read, readBefore] = [0, 0]

  const note = (tally: Tally, form: string, asName: boolean, comment: Comment): void => {
    tally.now++
    if (asName) tally.asName++
    if (comment.rating !== null) {
      tally.rated++
      tally.sum += comment.rating
    }
    tally.forms.set(form, (tally.forms.get(form) ?? 0) + 1)
    if (tally.sources.size < enough) tally.sources.add(comment.source)
    if (tally.examples.length < mostExamples) tally.examples.push(comment)
  }

  /** Difference from what its earlier share predicts, in standard deviations; not rising if 0 or less. */
  const riseOf = (tally: Tally): number => {
    const total = totals.get(tally.language) ?? { now: 0, before: 0 }
    if (total.before < enough) return Math.sqrt(tally.now)
    const expected = (tally.before / total.before) * total.now
    return (tally.now - expected) / Math.sqrt(expected + 1)
  }

  const changeOf = (tally: Tally): number | null => {
    const total = totals.get(tally.language)
    if (!total || total.before < enough || tally.before < fewest) return null
    return tally.now / total.now / (tally.before / total.before) - 1
  }

  return {
    get read() {
      return read
    },
    get readBefore() {
      return readBefore
    },
    add: (comment, isNow) => {
      const { language } = comment
      const total = totals.get(language) ?? { now: 0, before: 0 }
      totals.set(language, total)
      if (isNow) {
        read++
        total.now++
      } else {
        readBefore++
        total.before++
      }
      for (const { stem, form, asName } of topicWords(comment.comment, language)) {
        const key = `${language} ${stem}`
        let tally = tallies.get(key)
        if (!tally) {
          // Comments come newest first, so a word that was only used before cannot rise.
          if (!isNow || isStopWord(stem, language)) continue
          tally = {
            language,
            forms: new Map(),
            sources: new Set(),
            examples: [],
            now: 0,
            before: 0,
            rated: 0,
            sum: 0,
            asName: 0,
          }
          tallies.set(key, tally)
        }
        if (isNow) note(tally, form, asName, comment)
        else tally.before++
      }
    },
    topics: () =>
      [...tallies]
        .map(([key, tally]) => ({ stem: key.slice(key.indexOf(' ') + 1), tally, rise: riseOf(tally) }))
        .filter(
          ({ stem, tally, rise }) =>
            tally.now >= enough &&
            tally.sources.size >= enough &&
            rise > 0 &&
            tally.asName * 2 <= tally.now &&
            ![stem, ...tally.forms.keys()].some((form) =>
              isMeaningless(foldText(form), tally.language, names),
            ),
        )
        .sort((a, b) => b.rise - a.rise || (a.stem < b.stem ? -1 : 1))
        .slice(0, mostTopics)
        .map(({ stem, tally }) => ({
          word: mostWritten(tally.forms),
          q: stem,
          language: tally.language,
          count: tally.now,
          rated: tally.rated,
          average: tally.rated === 0 ? null : tally.sum / tally.rated,
          change: changeOf(tally),
          examples: tally.examples.map(({ id, created_at, rating, comment }) => ({
            id,
            createdAt: created_at.toISOString(),
            rating,
            comment,
          })),
        })),
  }
}
