/** What a task about a cause says; in German or English, as the organisation reads. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Story } from './faults.ts'

export const causeLabel = 'cause'

const dayMs = 86_400_000
const longestTitle = 120
const longestDescription = 4000
const longestResolution = 300

interface Words {
  readonly locale: string
  readonly title: (problem: string, count: string) => string
  readonly count: (faults: number, days: number) => string
  readonly intro: string
  readonly reported: (number: number, at: string) => string
  readonly finished: (at: string, by: string) => string
  readonly open: string
}

const english: Words = {
  locale: 'en-GB',
  title: (problem, count) => `Cause: ${problem} (${count})`,
  count: (faults, days) => `${faults} times in ${days === 1 ? 'a day' : `${days} days`}`,
  intro: 'The same fault came back after it was finished. Please look for its cause. What happened:',
  reported: (number, at) => `#${number}: reported ${at}`,
  finished: (at, by) => `, finished ${at} by ${by}`,
  open: ', open',
}

const german: Words = {
  locale: 'de-DE',
  title: (problem, count) => `Ursache: ${problem} (${count})`,
  count: (faults, days) => `${faults}-mal ${days === 1 ? 'an einem Tag' : `in ${days} Tagen`}`,
  intro: 'Derselbe Fehler kam wieder, nachdem er behoben war. Bitte die Ursache suchen. Was geschah:',
  reported: (number, at) => `#${number}: gemeldet ${at}`,
  finished: (at, by) => `, erledigt ${at} von ${by}`,
  open: ', offen',
}

const wordsIn = (language: VisitorLanguage): Words => (language === 'de' ? german : english)

const shortened = (text: string, most: number): string => {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** "No soap" within a sentence; what is written in capitals, and German nouns, stay. */
const within = (language: VisitorLanguage, problem: string): string =>
  language === 'en' && /^\p{Lu}\p{Ll}/u.test(problem)
    ? problem.charAt(0).toLowerCase() + problem.slice(1)
    : problem

/** E.g. "Cause: no soap, Washroom 1 (3 times in 14 days)"; at most 120 characters. */
export const titleOfCause = (
  language: VisitorLanguage,
  problem: string,
  faults: number,
  windowMs: number,
): string => {
  const words = wordsIn(language)
  const count = words.count(faults, Math.max(1, Math.round(windowMs / dayMs)))
  const room = longestTitle - words.title('', count).length
  return words.title(shortened(within(language, problem), room), count)
}

/** One line for each fault, oldest first: when, who finished it, what was done. */
export const describeCause = (
  language: VisitorLanguage,
  stories: readonly Story[],
  timeZone: string,
): string => {
  const words = wordsIn(language)
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const lines = stories.map(({ number, at, finished }) => {
    const end = finished ? words.finished(format.format(finished.at), finished.by) : words.open
    const done = finished?.resolution
      ? ` – ${shortened(finished.resolution.replace(/\s+/g, ' '), longestResolution)}`
      : ''
    return `${words.reported(number, format.format(at))}${end}${done}`
  })
  return shortened([words.intro, '', ...lines].join('\n'), longestDescription)
}
