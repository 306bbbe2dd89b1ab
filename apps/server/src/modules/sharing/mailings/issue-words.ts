/** The figures of an issue as email blocks, in the words of the report. */

import { sayPlace } from '#contracts/kit/place.ts'
import type { SharedContent } from '#contracts/reports.ts'
import { numbersIn, reportWords } from '#server/modules/dashboard/public.ts'
import type { Block, DeskLanguage, Fact } from '#server/platform/mail/layout.ts'
import type { IssueFigures } from './issue-figures.ts'

type Words = ReturnType<typeof reportWords>
type Numbers = ReturnType<typeof numbersIn>

const wordsIn = (language: DeskLanguage): { words: Words; numbers: Numbers } => {
  const words = reportWords(language)
  return { words, numbers: numbersIn(words.locale) }
}

/** for example 16 Nov 2026 – 22 Nov 2026 */
export const periodWords = ({ period }: IssueFigures, language: DeskLanguage): string => {
  const { numbers } = wordsIn(language)
  const [from, to] = [numbers.day(period.from), numbers.day(period.to)]
  return period.from === period.to ? from : `${from} – ${to}`
}

const withChange = (value: string, change: string): string =>
  change === '–' ? value : `${value} (${change})`

const feedbackFacts = ({ feedback }: IssueFigures, { words, numbers }: ReturnType<typeof wordsIn>): Fact[] =>
  feedback
    ? [
        {
          label: words.submissions,
          value: withChange(numbers.number(feedback.count), numbers.change(feedback.change)),
        },
        {
          label: words.average,
          value: withChange(numbers.average(feedback.average), numbers.points(feedback.averageChange)),
        },
      ]
    : []

const taskFacts = ({ tasks }: IssueFigures, { words, numbers }: ReturnType<typeof wordsIn>): Fact[] =>
  tasks
    ? [
        { label: words.open, value: numbers.number(tasks.open) },
        { label: words.inProgress, value: numbers.number(tasks.inProgress) },
        { label: words.overdue, value: numbers.number(tasks.overdue) },
        {
          label: words.created,
          value: withChange(numbers.number(tasks.created), numbers.change(tasks.createdChange)),
        },
        { label: words.done, value: numbers.number(tasks.done) },
      ]
    : []

const factsOf = (content: SharedContent, figures: IssueFigures, language: DeskLanguage): Fact[] => {
  const said = wordsIn(language)
  const { words, numbers } = said
  switch (content) {
    case 'OVERVIEW':
      return [...feedbackFacts(figures, said), ...taskFacts(figures, said)]
    case 'FEEDBACK':
      return [
        ...feedbackFacts(figures, said),
        ...(['5', '4', '3', '2', '1'] as const).map((rating) => ({
          label: words.rating[rating],
          value: numbers.number(figures.feedback?.distribution[rating] ?? 0),
        })),
      ]
    case 'ISSUES':
      return (figures.issues ?? []).map(({ name, count, share }) => ({
        label: name,
        value: withChange(numbers.number(count), numbers.percent(share)),
      }))
    case 'AMENITIES':
      return (figures.amenities ?? []).map(({ name, location, building, score, rated }) => ({
        label: sayPlace(name, location, building),
        value: withChange(numbers.average(score), `${words.ratings}: ${numbers.number(rated)}`),
      }))
    case 'TASKS':
      return taskFacts(figures, said)
    case 'SLA':
      return (figures.buildings ?? []).map(({ name, slaShare, slaMet, slaMissed }) => ({
        label: name,
        value: `${numbers.percent(slaShare)} (${words.met}: ${numbers.number(slaMet)}, ${words.missed}: ${numbers.number(slaMissed)})`,
      }))
    default:
      return content satisfies never
  }
}

/** A note if not all amenities are listed. */
const cutText = ({ amenities, amenityCount = 0 }: IssueFigures, language: DeskLanguage): Block[] => {
  const { words, numbers } = wordsIn(language)
  const shown = amenities?.length ?? 0
  if (amenityCount <= shown) return []
  return [{ kind: 'text', text: words.lowest(numbers.number(shown), numbers.number(amenityCount)) }]
}

export const figureBlocks = (figures: IssueFigures, language: DeskLanguage): Block[] => {
  const { words } = wordsIn(language)
  const where = figures.places.length === 0 ? words.all : figures.places.join(', ')
  const clock = figures.otherClock ? `. ${words.clock(figures.period.timeZone)}` : ''
  return [
    { kind: 'text', text: `${periodWords(figures, language)}. ${where}${clock}` },
    ...figures.contents.flatMap((content): Block[] => {
      const rows = factsOf(content, figures, language)
      return [
        { kind: 'title', text: words.blocks[content] },
        ...(content === 'AMENITIES' ? cutText(figures, language) : []),
        rows.length === 0 ? { kind: 'text', text: words.none } : { kind: 'facts', rows },
      ]
    }),
  ]
}
