/** An alert in words, from the filters of its view. */
import { taskSummary } from '#contracts/tasks.ts'
import { useClock } from '#desk-kit/charts/week.ts'
import { useFound } from '#desk-kit/find/use-found.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { taskMessages } from '../tasks/messages.ts'
import type { TaskAlertFilters, ViewAlert } from './filters.ts'
import { viewAlertMessages } from './messages.ts'

/** Undefined while a name is loading. */
type NamesOf = (values: readonly string[] | undefined) => string | undefined

const isRun = (ratings: readonly number[]): boolean =>
  ratings.every((rating, at) => at === 0 || rating === (ratings[at - 1] ?? 0) + 1)

const useRating = (): ((chosen: readonly string[] | undefined) => string) => {
  const t = useMessages(viewAlertMessages)
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
  const t = useMessages(viewAlertMessages)
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

/** Whether it is about tasks that become late, and not about new ones. */
const isOfLateness = ({ overdue, promise }: TaskAlertFilters): boolean =>
  overdue === true || promise !== undefined

/** Undefined while a name is loading. */
export const useSentence = (alert: ViewAlert): string | undefined => {
  const { words } = useMessages()
  const t = useMessages(viewAlertMessages)
  const tasks = useMessages(taskMessages)
  const or = useOr()
  const { list } = useFormat()
  const { issue, type } = useNames()
  const clock = useClock()
  const rating = useRating()
  const buildings = useFoundNames('buildingsOfTasks', alert.filters.building)
  const amenities = useFoundNames(
    alert.screen === 'feedback' ? 'amenitiesOfFeedback' : 'amenitiesOfTasks',
    alert.filters.amenity,
  )
  const assignees = useAssignees(alert.screen === 'tasks' ? alert.filters.assignee : undefined)

  const condition = (
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
  const { q } = alert.filters
  const places = [
    ...condition(alert.filters.building, buildings, t.building),
    ...condition(alert.filters.amenity, amenities, t.amenity),
    ...condition(alert.filters.type, each(type), t.type),
  ]
  const conditions =
    alert.screen === 'feedback'
      ? [
          ...places,
          ...condition(alert.filters.issue, each(issue), t.issue),
          ...(alert.filters.hasComment ? [t.withComment] : []),
          ...(q ? [t.words({ words: q })] : []),
          ...condition(
            alert.filters.weekday,
            each((day) => clock.day(Number(day))),
            t.weekday,
          ),
          ...condition(
            alert.filters.hour,
            each((hour) => clock.hours(Number(hour))),
            t.hour,
          ),
        ]
      : [
          ...places,
          ...condition(alert.filters.category, each(issue), t.category),
          ...condition(
            alert.filters.source,
            each((source) => tasks.sources[source as keyof typeof tasks.sources]),
            t.source,
          ),
          ...(q ? [t.words({ words: q })] : []),
          ...condition(alert.filters.assignee, assignees, ({ names }) => names),
          ...(alert.filters.overdue ? [t.overdue] : []),
          ...(alert.filters.promise ? [t.slaMissed] : []),
        ]
  if (conditions.includes(undefined)) return undefined
  const what =
    alert.screen === 'feedback'
      ? rating(alert.filters.rating)
      : isOfLateness(alert.filters)
        ? alert.filters.priority
          ? t.lateTaskOf({ priorities: or(alert.filters.priority.map((one) => words.priority[one])) })
          : t.lateTask
        : alert.filters.priority
          ? t.taskOf({ priorities: or(alert.filters.priority.map((one) => words.priority[one])) })
          : t.task
  return conditions.length === 0
    ? t.sentence({ what })
    : t.sentenceWhere({ what, conditions: list(conditions.flatMap((one) => one ?? [])) })
}
