/** Titles of cause tasks, in each language. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { fill } from '../change/reasons.ts'

const longestTitle = 120

interface Words {
  readonly title: string
  readonly day: string
  readonly days: string
}

const words: Readonly<Record<VisitorLanguage, Words>> = {
  en: {
    title: 'Cause: {problem} ({count})',
    day: '{faults} times in a day',
    days: '{faults} times in {days} days',
  },
  de: {
    title: 'Ursache: {problem} ({count})',
    day: '{faults}-mal an einem Tag',
    days: '{faults}-mal in {days} Tagen',
  },
  fr: {
    title: 'Cause : {problem} ({count})',
    day: '{faults} fois en un jour',
    days: '{faults} fois en {days} jours',
  },
  es: {
    title: 'Causa: {problem} ({count})',
    day: '{faults} veces en un día',
    days: '{faults} veces en {days} días',
  },
  it: {
    title: 'Causa: {problem} ({count})',
    day: '{faults} volte in un giorno',
    days: '{faults} volte in {days} giorni',
  },
  pt: {
    title: 'Causa: {problem} ({count})',
    day: '{faults} vezes num dia',
    days: '{faults} vezes em {days} dias',
  },
  nl: {
    title: 'Oorzaak: {problem} ({count})',
    day: '{faults} keer op een dag',
    days: '{faults} keer in {days} dagen',
  },
  pl: {
    title: 'Przyczyna: {problem} ({count})',
    day: '{faults} razy w ciągu dnia',
    days: '{faults} razy w ciągu {days} dni',
  },
  tr: {
    title: 'Neden: {problem} ({count})',
    day: 'bir günde {faults} kez',
    days: '{days} günde {faults} kez',
  },
  ar: {
    title: 'السبب: {problem} ({count})',
    day: 'عدد المرات في يوم واحد: {faults}',
    days: 'عدد المرات: {faults}، عدد الأيام: {days}',
  },
  zh: { title: '原因：{problem}（{count}）', day: '一天内 {faults} 次', days: '{days} 天内 {faults} 次' },
  ja: { title: '原因：{problem}（{count}）', day: '1日に{faults}回', days: '{days}日間に{faults}回' },
}

/** Patterns for the end of a title, which contains the numbers. */
const endsOf = ({ title, day, days }: Words): RegExp[] =>
  [day, days].map((count) => {
    const end = RegExp.escape((title.split('{problem}')[1] ?? '').replace('{count}', count))
    const number = (name: string): string => `(?<${name}>\\d+)`
    return new RegExp(
      `${end.replace(RegExp.escape('{faults}'), number('faults')).replace(RegExp.escape('{days}'), number('days'))}$`,
    )
  })
const ends = Object.values(words).flatMap(endsOf)

const shortened = (text: string, most: number): string => {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** Lower-cases "No soap" inside an English sentence; acronyms and other languages stay as they are. */
const within = (language: VisitorLanguage, problem: string): string =>
  language === 'en' && /^\p{Lu}\p{Ll}/u.test(problem)
    ? problem.charAt(0).toLowerCase() + problem.slice(1)
    : problem

const titleIn = ({ title, day, days: several }: Words, problem: string, faults: number, days: number) => {
  const count = fill(days === 1 ? day : several, { faults: String(faults), days: String(days) })
  const room = longestTitle - fill(title, { problem: '', count }).length
  return fill(title, { problem: shortened(problem, room), count })
}

/** E.g. "Cause: no soap, Washroom 1 (3 times in 14 days)"; at most 120 characters. */
export const titleOfCause = (
  language: VisitorLanguage,
  problem: string,
  faults: number,
  days: number,
): string => titleIn(words[language], within(language, problem), faults, days)

/** The title as previous versions wrote it: everything but the problem in German or English. */
export const oldTitleOfCause = (
  language: VisitorLanguage,
  problem: string,
  faults: number,
  days: number,
): string => titleIn(words[language === 'de' ? 'de' : 'en'], within(language, problem), faults, days)

/** The numbers in such a title, in any of its languages. */
export const countsOfCause = (
  title: string,
): { readonly faults: number; readonly days: number } | undefined => {
  if (!/[)）]$/.test(title)) return undefined
  for (const end of ends) {
    const found = end.exec(title)?.groups
    if (found) return { faults: Number(found.faults), days: Number(found.days ?? 1) }
  }
  return undefined
}
