/** What moved in a period: at most five sentences, each from figures of the report and none where they are too few. */
import { sayPlace } from '#contracts/kit/place.ts'
import { movedWords } from './moved-words.ts'
import type { Numbers } from './numbers.ts'
import type { ReportFigures } from './report-figures.ts'

/** Of each of the two periods; with fewer, a difference is not reported. */
const enough = 5
/** Half the width of the 95 % interval, in standard errors. */
const z = 1.96

type Words = ReturnType<typeof movedWords>

/** What a relative change says about the count before. */
const before = (count: number, change: number | null): number =>
  change === null ? 0 : Math.round(count / (1 + change))

/** Counts vary by the square root of what is expected. */
const isClear = (count: number, change: number | null): boolean => {
  const expected = before(count, change)
  return Math.abs(count - expected) >= z * Math.sqrt(count + expected)
}

const submissions = ({ feedback: { count, change } }: ReportFigures, words: Words, n: Numbers): string => {
  if (count < enough || before(count, change) < enough)
    return words.fewSubmissions(n.number(count), n.number(before(count, change)))
  return isClear(count, change)
    ? words.submissionsChanged(n.number(count), n.change(change))
    : words.submissionsSteady(n.number(count))
}

const average = (
  { feedback: { average: mean, averageChange, rated }, ratedBefore, deviation }: ReportFigures,
  words: Words,
  n: Numbers,
): string => {
  if (averageChange === null || rated < enough || ratedBefore < enough)
    return words.fewRatings(n.number(rated), n.number(ratedBefore))
  const clear = Math.abs(averageChange) > z * deviation * Math.sqrt(1 / rated + 1 / ratedBefore)
  const [now, count] = [n.average(mean), n.number(rated)]
  if (!clear) return words.averageSteady(now, count)
  return averageChange > 0
    ? words.averageRose(now, n.points(averageChange), count)
    : words.averageFell(now, n.points(averageChange), count)
}

/** The place whose average moved most, in standard errors; none if all is chance. */
const place = (figures: ReportFigures, words: Words, n: Numbers): string[] => {
  const { amenities, compared, deviation } = figures
  const places = amenities.length > 0 ? amenities : compared
  const [first] = places
    .flatMap((one) => {
      const earlier = before(one.count, one.change)
      if (one.averageChange === null || one.rated < enough || earlier < enough || deviation === 0) return []
      const error = deviation * Math.sqrt(1 / one.rated + 1 / earlier)
      return [{ one, change: one.averageChange, score: Math.abs(one.averageChange) / error }]
    })
    .filter(({ score }) => score > z)
    .sort((a, b) => b.score - a.score)
  if (!first) return []
  const { one, change } = first
  const name = 'building' in one ? sayPlace(one.name, one.location, one.building.name) : one.name
  return [words.place(name, n.average(one.average), n.points(change), n.number(one.rated))]
}

const issue = ({ issues }: ReportFigures, words: Words, n: Numbers): string[] => {
  const clear = issues.filter(
    ({ count, change }) => count >= enough && before(count, change) >= enough && isClear(count, change),
  )
  const [first] = clear.toSorted((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0))
  return first ? [words.issue(first.name, n.number(first.count), n.change(first.change))] : []
}

const tasks = ({ tasks: counted }: ReportFigures, words: Words, n: Numbers): string[] => {
  const { created, done, open, inProgress, overdue } = counted
  if (created + done + open + inProgress === 0) return []
  return [
    words.tasks(
      n.number(created),
      n.number(done),
      n.number(open + inProgress),
      overdue === 0 ? undefined : n.number(overdue),
    ),
  ]
}

export const whatMoved = (figures: ReportFigures, language: 'en' | 'de', numbers: Numbers): string[] => {
  const words = movedWords(language)
  return [
    submissions(figures, words, numbers),
    average(figures, words, numbers),
    ...place(figures, words, numbers),
    ...issue(figures, words, numbers),
    ...tasks(figures, words, numbers),
  ]
}
