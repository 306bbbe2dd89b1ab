/** The condition of the feed's filters, for the page and for the file. */

import type { Static } from 'typebox'
import type { listRecentFeedback } from '#contracts/dashboard.ts'
import { coverageOf, type RollupGroup, searchCondition } from '#server/modules/feedback/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { asLocal, localTime } from '#server/platform/db/local-time.ts'
import { conditions, type Filter, type Values } from './filters.ts'
import type { Period } from './period.ts'
import { unreadableStates } from './present-feedback.ts'

type Query = Static<(typeof listRecentFeedback)['query']>

type FeedbackFilters = Pick<
  Query,
  'q' | 'rating' | 'hasComment' | 'state' | 'counted' | 'issue' | 'weekday' | 'hour'
> &
  Partial<Pick<Query, 'done' | 'label' | 'open' | 'bare' | 'toReview'>>

interface Span {
  readonly rollupGroups: readonly RollupGroup[]
  readonly filter: Filter
  readonly period: Pick<Period, 'start' | 'end'>
}

// Links of merged tasks have moved to the task they were merged into. Statuses are listed because no index covers
// "not done"; `offset 0` keeps it from reading the links of all tasks.
const submissionsOfOpenTasks = `select l.feedback_id from task t
  cross join lateral (select feedback_id from task_feedback where tenant_id = $1 and task_id = t.id offset 0) l
  where t.tenant_id = $1 and t.status in ('OPEN', 'IN_PROGRESS') and t.merged_into is null`

/** On `feedback f`: a rating without comment, issues and photos. */
export const ratingOnlyText = `not f.has_comment and f.issues = '[]'
  and not f.id in (select u.feedback_id from upload u where u.tenant_id = $1 and u.feedback_id is not null)`

/** Hours and weekdays are on each building's own clock, whatever time zone cuts the period. */
const localTimeConditions = (
  { weekday, hour }: FeedbackFilters,
  { rollupGroups, filter, period }: Span,
  values: Values,
): readonly string[] => {
  if (!weekday && !hour) return []
  const byZone = Map.groupBy(coverageOf(rollupGroups, filter.buildingIds), ({ zone }) => zone)
  const [from, to] = [period.start.getTime(), period.end.getTime()]
  const parts = [...byZone].map(([zone, some]) => {
    const { offsets, starts } = localTime(zone, from, to)
    const local = asLocal('f.created_at', values.add(offsets), values.add(starts))
    const is = (part: string, wanted: readonly string[] | undefined): string =>
      wanted ? ` and extract(${part} from ${local})::int = any(${values.add(wanted.map(Number))}::int[])` : ''
    const buildings = values.add(some.flatMap(({ buildingIds }) => buildingIds))
    return `(f.building_id = any(${buildings}::uuid[])${is('isodow', weekday)}${is('hour', hour)})`
  })
  return [parts.length === 0 ? 'false' : `(${parts.join(' or ')})`]
}

/** Condition on `feedback f`; adds its values. */
export const feedbackCondition = async (
  ctx: StaffContext,
  query: FeedbackFilters,
  span: Span,
  values: Values,
): Promise<string> => {
  const { filter, period } = span
  const [from, until] = [values.add(period.start), values.add(period.end)]
  const parts = [
    `f.tenant_id = $1 and f.created_at >= ${from} and f.created_at < ${until}`,
    query.counted === undefined
      ? `f.state = any(${values.add(query.state ?? ['VISIBLE'])}::text[])`
      : `f.counted = ${values.add(query.counted)}`,
    ...(query.rating ? [`f.rating = any(${values.add(query.rating.map(Number))}::int[])`] : []),
    ...(query.hasComment === undefined ? [] : [`f.has_comment = ${values.add(query.hasComment)}`]),
    ...(query.issue
      ? [
          `exists (select from jsonb_array_elements(f.issues) e where e ->> 'code' = any(${values.add(query.issue)}::text[]))`,
        ]
      : []),
    ...localTimeConditions(query, span, values),
  ]
  // Read once for the period, not for each row; `is true` prevents a join.
  const within = `tenant_id = $1 and received_at >= ${from} and received_at < ${until}`
  if (query.done !== undefined)
    parts.push(`(f.id in (select feedback_id from feedback_handled where ${within})) is ${query.done}`)
  if (query.label)
    parts.push(
      `(f.id in (select feedback_id from feedback_label where label = any(${values.add(query.label)}::text[]) and ${within})) is true`,
    )
  if (query.open !== undefined) parts.push(`(f.id in (${submissionsOfOpenTasks})) is ${query.open}`)
  if (query.bare !== undefined) parts.push(`(${ratingOnlyText}) is ${query.bare}`)
  if (query.toReview !== undefined) parts.push(query.toReview ? 'f.to_review' : 'not f.to_review')
  const search = await searchCondition(ctx, query.q, values.list.length + 1)
  if (search) {
    for (const value of search.values) values.add(value)
    parts.push(search.text)
    // People who may not read a comment must not find it by search either.
    parts.push(`f.state <> all(${values.add(await unreadableStates(ctx))}::text[])`)
  }
  return (
    parts.join(' and ') + conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)
  )
}
