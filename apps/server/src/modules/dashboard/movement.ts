/**
 * What changed on a day, compared with the usual for that weekday: the mean of the same weekday in the eight weeks
 * before, or in the four to seven that exist. Counts are exact; days are in the tenant's time zone.
 */
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { overdue, slaOutcomes } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { conditions, type Filter, valuesFor } from './filters.ts'

const weeksAtMost = 8
const weeksAtLeast = 4
const changesAtMost = 5
const placesAtMost = 3
/** A smaller difference is not reported, nor one within two standard deviations of chance. */
const leastDifference = 3
const leastScore = 2
const dayMs = 24 * 3600_000

interface CountChange {
  readonly what: 'FEEDBACK' | 'LOW_RATINGS' | 'NEW_TASKS' | 'DONE_TASKS'
  readonly n: number
  /** null while fewer than four weeks are known */
  readonly usual: number | null
}

export type Change =
  | CountChange
  /** ratings of 1 or 2 at one amenity */
  | {
      readonly what: 'PLACE'
      readonly id: string
      readonly name: string
      readonly location: string | null
      readonly n: number
      readonly usual: number
    }
  /** unassigned open tasks: now, and those of them that are older than a day */
  | { readonly what: 'NOBODY'; readonly n: number; readonly before: number }
  /** overdue tasks: now, and a day ago */
  | { readonly what: 'OVERDUE'; readonly n: number; readonly before: number }
  /** open tasks that a visitor rejected since the start of the day */
  | { readonly what: 'NOT_FIXED'; readonly n: number }

export interface Movement {
  /** at most five, largest first */
  readonly changes: readonly Change[]
  /** false while fewer than four weeks are known */
  readonly hasUsual: boolean
}

interface Days {
  /** the first is the day itself; the others are for comparison */
  readonly starts: readonly Date[]
  readonly ends: readonly Date[]
}

const startOf = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds)

/** Earlier weeks whose whole day is covered, newest first; none if there are fewer than four. */
const daysOf = (about: Temporal.PlainDate, timeZone: string, begun: Date): Days => {
  const before = Array.from({ length: weeksAtMost }, (_, week) => about.subtract({ weeks: week + 1 })).filter(
    (day) => startOf(day, timeZone) >= begun,
  )
  const days = [about, ...(before.length >= weeksAtLeast ? before : [])]
  return {
    starts: days.map((day) => startOf(day, timeZone)),
    ends: days.map((day) => startOf(day.add({ days: 1 }), timeZone)),
  }
}

// The first of each, over its index.
const begunText = `select least(
    (select created_at from feedback where tenant_id = $1 order by created_at, id limit 1),
    (select created_at from task where tenant_id = $1 and merged_into is null order by created_at, id limit 1)) as begun,
  time_zone from tenant where id = $1`

interface FeedbackRow {
  /** 1: the day's total; 0: an amenity */
  readonly k: number
  readonly id: string | null
  readonly name: string | null
  readonly location: string | null
  readonly n: number
  readonly low: number
}

/** `offset 0` makes each day one range of the index by time, whatever the planner estimates. */
const readFeedback = (ctx: TenantContext, { starts, ends }: Days, filter: Filter): Promise<FeedbackRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to] = [values.add(starts), values.add(ends)]
  const weeks = values.add(Math.max(starts.length - 1, 1))
  const only = conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)
  return ctx.run<FeedbackRow>(
    `with r as materialized (
       select d.k, f.amenity_id, count(*) as n, count(*) filter (where f.rating <= 2) as low
       from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as d (s, e, k)
       cross join lateral (select f.amenity_id, f.rating from feedback f
         where f.tenant_id = $1 and f.counted and f.created_at >= d.s and f.created_at < d.e${only} offset 0) f
       group by 1, 2),
     p as (
       select amenity_id, sum(low) filter (where k = 1) as n, coalesce(sum(low) filter (where k > 1), 0) as before
       from r group by amenity_id having sum(low) filter (where k = 1) >= ${leastDifference}),
     top as (
       select amenity_id, n, before, (n - before / ${weeks}::float8) / sqrt(greatest(before / ${weeks}::float8, 1)) as score
       from p order by score desc, amenity_id limit ${placesAtMost})
     select k, null::uuid as id, null as name, null as location, sum(n)::bigint as n, sum(low)::bigint as low from r group by k
     union all
     select 0, a.id, a.name, ${pathOfLocation('a.location_id')}, top.n::bigint, top.before::bigint
     from top join amenity a on a.tenant_id = $1 and a.id = top.amenity_id`,
    values.list,
  )
}

interface TaskRow {
  readonly k: number
  readonly created: number
  readonly done: number
}

/** One range over all weeks: without statistics, the worst case is one read of the tenant's tasks. */
const readTasks = (ctx: TenantContext, { starts, ends }: Days, filter: Filter): Promise<TaskRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to] = [values.add(starts), values.add(ends)]
  const [first, last] = [values.add(starts.at(-1)), values.add(ends[0])]
  const only = conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)
  const byDay = (time: string, condition: string): string =>
    `select d.k, count(*) as n from task t join d on ${time} >= d.s and ${time} < d.e
     where t.tenant_id = $1 and t.merged_into is null and ${time} >= ${first} and ${time} < ${last}${condition}${only} group by 1`
  return ctx.run<TaskRow>(
    `with d as materialized (select * from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as d (s, e, k)),
       created as (${byDay('t.created_at', '')}),
       done as (${byDay('t.completed_at', " and t.completed_at is not null and t.status = 'DONE'")})
     select d.k, coalesce(created.n, 0) as created, coalesce(done.n, 0) as done
     from d left join created on created.k = d.k left join done on done.k = d.k`,
    values.list,
  )
}

interface CurrentCountsRow {
  readonly nobody: number
  readonly nobody_before: number
  readonly overdue: number
  readonly overdue_before: number
  readonly not_fixed: number
}

/** Current counts, and those of a day ago as far as rows still show them. */
const readCurrentCounts = async (
  ctx: TenantContext,
  since: Date,
  filter: Filter,
): Promise<CurrentCountsRow> => {
  const values = valuesFor(ctx.tenantId)
  const now = `${values.add(ctx.now)}::timestamptz`
  const dayAgo = `${values.add(new Date(ctx.now.getTime() - dayMs))}::timestamptz`
  const start = values.add(since)
  const only = conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)
  const count = (condition: string): string =>
    `(select count(*) from task t where t.tenant_id = $1 and t.merged_into is null and ${condition}${only})`
  const nobodys = "t.assignee_id is null and t.status = 'OPEN'"
  const promisePassed = `exists (select from sla_clock c
    where c.tenant_id = $1 and c.task_id = t.id and c.resolve_by <= ${dayAgo} and ${slaOutcomes.planHasClocks} offset 0)`
  const [row] = await ctx.run<CurrentCountsRow>(
    `select ${count(nobodys)} as nobody, ${count(`${nobodys} and t.created_at < ${dayAgo}`)} as nobody_before,
       ${overdue.countOverdue(now, only)} as overdue,
       ${overdue.countOverdue(dayAgo, only)}
         + ${count(`t.completed_at is not null and t.completed_at >= ${dayAgo} and t.status = 'DONE' and (t.due_at < ${dayAgo}
             or t.due_at is null and ${promisePassed})`)} as overdue_before,
       (select count(distinct h.task_id) from task_history h join task t on t.tenant_id = $1 and t.id = h.task_id
        where h.tenant_id = $1 and h.at >= ${start} and h.action = 'REOPENED'
          and t.verification = 'REJECTED' and t.status <> 'DONE' and t.merged_into is null${only}) as not_fixed`,
    values.list,
  )
  if (!row) throw new Error('The count returned no row')
  return row
}

/** In standard deviations of a Poisson count: the square root of what is expected. */
const scoreOf = (n: number, usual: number): number => Math.abs(n - usual) / Math.sqrt(Math.max(usual, 1))

interface Ranked {
  readonly change: Change
  readonly score: number
}

const againstUsual = (change: Extract<Change, { usual: number | null }>): Ranked[] => {
  const { n, usual } = change
  // Without a usual value it is listed last.
  if (usual === null) return n === 0 ? [] : [{ change, score: 0 }]
  const score = scoreOf(n, usual)
  return Math.abs(n - usual) >= leastDifference && score >= leastScore ? [{ change, score }] : []
}

const againstBefore = (change: Extract<Change, { before: number }>): Ranked[] =>
  change.n === change.before ? [] : [{ change, score: scoreOf(change.n, change.before) }]

/**
 * @param about a day in the tenant's time zone, YYYY-MM-DD
 * @param buildingIds restricts to these; empty: all
 * @returns undefined if there were never any reports or tasks
 */
export const readMovement = async (
  ctx: TenantContext,
  about: string,
  buildingIds: readonly string[],
): Promise<Movement | undefined> => {
  const [first] = await ctx.run<{ begun: Date | null; time_zone: string }>(begunText, [ctx.tenantId])
  if (!first?.begun) return undefined
  const filter: Filter = {
    buildingIds: buildingIds.length === 0 ? undefined : buildingIds,
    amenityIds: undefined,
    types: undefined,
  }
  const days = daysOf(Temporal.PlainDate.from(about), storedZone(first.time_zone), first.begun)
  const weeks = days.starts.length - 1
  const [feedback, tasks, standing] = await Promise.all([
    readFeedback(ctx, days, filter),
    readTasks(ctx, days, filter),
    readCurrentCounts(ctx, days.starts[0] ?? ctx.now, filter),
  ])
  const compare = <Row extends { readonly k: number }>(
    what: CountChange['what'],
    rows: readonly Row[],
    of: (row: Row) => number,
  ): Ranked[] => {
    const sum = (chosen: readonly Row[]): number => chosen.reduce((total, row) => total + of(row), 0)
    const n = sum(rows.filter(({ k }) => k === 1))
    return againstUsual({ what, n, usual: weeks === 0 ? null : sum(rows.filter(({ k }) => k > 1)) / weeks })
  }
  const ranked: Ranked[] = [
    ...compare('FEEDBACK', feedback, ({ n }) => n),
    ...compare('LOW_RATINGS', feedback, ({ low }) => low),
    ...compare('NEW_TASKS', tasks, ({ created }) => created),
    ...compare('DONE_TASKS', tasks, ({ done }) => done),
    ...feedback.flatMap(({ k, id, name, location, n, low: before }) =>
      k === 0 && id !== null && weeks > 0
        ? againstUsual({ what: 'PLACE', id, name: name ?? '', location, n, usual: before / weeks })
        : [],
    ),
    // Only if new ones were added; tasks that have waited longer are no change.
    ...(standing.nobody > standing.nobody_before
      ? againstBefore({ what: 'NOBODY', n: standing.nobody, before: standing.nobody_before })
      : []),
    ...againstBefore({ what: 'OVERDUE', n: standing.overdue, before: standing.overdue_before }),
    ...(standing.not_fixed > 0
      ? [{ change: { what: 'NOT_FIXED', n: standing.not_fixed }, score: standing.not_fixed } as const]
      : []),
  ]
  return {
    changes: ranked
      .sort((one, other) => other.score - one.score)
      .slice(0, changesAtMost)
      .map(({ change }) => change),
    hasUsual: weeks > 0,
  }
}
