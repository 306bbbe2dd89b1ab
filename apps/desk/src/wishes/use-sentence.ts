/** A wish in plain words, from the filters of its view. */
import { taskSummary } from '#contracts/tasks.ts'
import { useClock } from '../charts/week.ts'
import { useFound } from '../find/use-found.ts'
import { useApi } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useNames, useWords } from '../lib/language.tsx'
import { taskWords } from '../tasks/words.ts'
import type { Wishable } from './asked.ts'
import { wishWords } from './words.ts'

/** Names of what is chosen; undefined while one is on its way. */
type NamesOf = (values: readonly string[] | undefined) => string | undefined

const isRun = (ratings: readonly number[]): boolean =>
  ratings.every((rating, at) => at === 0 || rating === (ratings[at - 1] ?? 0) + 1)

const useRating = (): ((chosen: readonly string[] | undefined) => string) => {
  const t = useWords(wishWords)
  const or = useOr()
  return (chosen = []) => {
    const ratings = chosen.map(Number).sort((a, b) => a - b)
    const [first, last] = [ratings[0], ratings.at(-1)]
    if (first === undefined || last === undefined || ratings.length === 5) return t.feedback
    if (ratings.length > 1 && isRun(ratings)) {
      if (first === 1) return t.ratingAtMost({ rating: last })
      if (last === 5) return t.ratingAtLeast({ rating: first })
    }
    return t.ratingOf({ ratings: or(ratings.map(String)) })
  }
}

const useOr = (): ((names: readonly string[]) => string) => {
  const { locale } = useFormat()
  return (names) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
}

const useFoundNames = (
  from: 'buildingsOfTasks' | 'amenitiesOfTasks' | 'amenitiesOfFeedback',
  chosen: readonly string[] = [],
): NamesOf => {
  const or = useOr()
  const { names } = useFound(from, { typed: '', chosen, enabled: false })
  return (values = []) => {
    const known = values.flatMap((value) => names.get(value) ?? [])
    return known.length < values.length ? undefined : or(known)
  }
}

const useAssignees = (chosen: readonly string[] | undefined): NamesOf => {
  const t = useWords(wishWords)
  const or = useOr()
  const others = (chosen ?? []).filter((one) => one !== 'me' && one !== 'none')
  const { data } = useApi(taskSummary, {}, { staleMinutes: 10, enabled: others.length > 0 })
  return (values = []) => {
    if (others.length > 0 && !data) return undefined
    const names = data?.assignees.filter(({ id }) => others.includes(id)).map(({ name }) => name) ?? []
    return or([
      ...(names.length > 0 ? [t.assignee({ names: or(names) })] : []),
      ...(values.includes('me') ? [t.assigneeMe] : []),
      ...(values.includes('none') ? [t.assigneeNobody] : []),
    ])
  }
}

/** Undefined while a name is on its way. */
export const useSentence = (wish: Wishable): string | undefined => {
  const { words } = useWords()
  const t = useWords(wishWords)
  const tasks = useWords(taskWords)
  const or = useOr()
  const { list } = useFormat()
  const { issue, type } = useNames()
  const clock = useClock()
  const rating = useRating()
  const buildings = useFoundNames('buildingsOfTasks', wish.filters.building)
  const amenities = useFoundNames(
    wish.screen === 'feedback' ? 'amenitiesOfFeedback' : 'amenitiesOfTasks',
    wish.filters.amenity,
  )
  const assignees = useAssignees(wish.screen === 'tasks' ? wish.filters.assignee : undefined)

  const said = (
    values: readonly string[] | undefined,
    names: NamesOf,
    say: (named: { names: string }) => string,
  ): (string | undefined)[] => {
    if (!values) return []
    const known = names(values)
    return [known === undefined ? undefined : say({ names: known })]
  }
  const each =
    (name: (value: string) => string): NamesOf =>
    (values = []) =>
      or(values.map(name))
  const { q } = wish.filters
  const places = [
    ...said(wish.filters.building, buildings, t.building),
    ...said(wish.filters.amenity, amenities, t.amenity),
    ...said(wish.filters.type, each(type), t.type),
  ]
  const conditions =
    wish.screen === 'feedback'
      ? [
          ...places,
          ...said(wish.filters.issue, each(issue), t.issue),
          ...(wish.filters.hasComment ? [t.withComment] : []),
          ...(q ? [t.words({ words: q })] : []),
          ...said(
            wish.filters.weekday,
            each((day) => clock.day(Number(day))),
            t.weekday,
          ),
          ...said(
            wish.filters.hour,
            each((hour) => clock.hours(Number(hour))),
            t.hour,
          ),
        ]
      : [
          ...places,
          ...said(wish.filters.category, each(issue), t.category),
          ...said(
            wish.filters.source,
            each((source) => tasks.sources[source as keyof typeof tasks.sources]),
            t.source,
          ),
          ...(q ? [t.words({ words: q })] : []),
          ...said(wish.filters.assignee, assignees, ({ names }) => names),
        ]
  if (conditions.includes(undefined)) return undefined
  const what =
    wish.screen === 'feedback'
      ? rating(wish.filters.rating)
      : wish.filters.priority
        ? t.taskOf({ priorities: or(wish.filters.priority.map((one) => words.priority[one])) })
        : t.task
  return conditions.length === 0
    ? t.sentence({ what })
    : t.sentenceWhere({ what, conditions: list(conditions.flatMap((one) => one ?? [])) })
}
