import { DateTime } from 'luxon'
import { getSlaFigures, type SlaFigures, type SlaPromise } from '#contracts/task-figures.ts'

import { slaOutcomes } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { conditions, type Filter, readFilter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'
import { shareOf } from '../wilson.ts'
import { aboutOf, figurePeriod } from './figure-period.ts'
import { type Points, pointsOf } from './points.ts'

const {
  outcome,
  resolveOutcome,
  resolvePassed,
  respondOutcome,
  respondPassed,
  openTaskState: standing,
} = slaOutcomes

type Group = SlaFigures['group']

const clockOfTask =
  'cross join lateral (select * from sla_clock where tenant_id = $1 and task_id = t.id offset 0) c'
const columns = { building: 't.building_id', amenity: 't.amenity_id' }
const keyOf = {
  policy: 'c.policy_id::text',
  building: 't.building_id::text',
  priority: 't.priority',
} as const

const outcomes = ['met', 'missed', 'running', 'paused'] as const
type Counts = { readonly [O in (typeof outcomes)[number]]: number }

type OutcomeRow = Counts & {
  readonly key: string | null
  /** index in `points` from 1; null in other rows */
  readonly point: number | null
  /** 3: total; 1: a key; 2: a point */
  readonly level: number
  readonly respond: Counts
  readonly resolve: Counts
}

const objectOf = (of: string): string =>
  `json_build_object(${outcomes.map((one) => `'${one}', count(*) filter (where ${of} = '${one.toUpperCase()}')`).join(', ')})`

const count = (
  ctx: StaffContext,
  filter: Filter,
  { period, points, group }: { readonly period: Period; readonly points: Points; readonly group: Group },
): Promise<OutcomeRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const now = `${values.add(ctx.now)}::timestamptz`
  const starts = values.add(points.starts.map((start) => start.toISOString()))
  return ctx.run<OutcomeRow>(
    `select key, point, grouping(key, point) as level, ${outcomes.map((one) => `count(*) filter (where outcome = '${one.toUpperCase()}') as ${one}`).join(', ')},
       ${objectOf('respond')} as respond, ${objectOf('resolve')} as resolve
     from (
       select ${keyOf[group]} as key, width_bucket(t.created_at, ${starts}::timestamptz[]) as point, ${outcome(now)} as outcome,
         ${respondOutcome(now)} as respond, ${resolveOutcome(now)} as resolve
       from task t ${clockOfTask}
       where t.tenant_id = $1 and t.merged_into is null
         and t.created_at >= ${values.add(period.start)} and t.created_at < ${values.add(period.end)}
         ${conditions(filter, columns, values)}
     ) promised group by grouping sets ((key), (point), ())`,
    values.list,
  )
}

/** Of tasks that are not done: which are due today, and the current state of all. */
const readNow = async (
  ctx: StaffContext,
  filter: Filter,
  timeZone: string,
): Promise<Pick<SlaFigures, 'now' | 'today'>> => {
  const values = valuesFor(ctx.tenantId)
  const now = `${values.add(ctx.now)}::timestamptz`
  const today = DateTime.fromJSDate(ctx.now, { zone: timeZone }).startOf('day')
  const until = today.plus({ days: 1 }).startOf('day').toJSDate()
  const since = values.add(today.toJSDate())
  const end = values.add(until)
  const within = (moment: string): string => `${moment} >= ${since} and ${moment} < ${end}`
  const [row] = await ctx.run<Record<'on_track' | 'at_risk' | 'missed' | 'paused' | 'late' | 'due', number>>(
    `select count(*) filter (where state = 'ON_TRACK') as on_track, count(*) filter (where state = 'AT_RISK') as at_risk,
       count(*) filter (where state = 'MISSED') as missed, count(*) filter (where state = 'PAUSED') as paused,
       count(*) filter (where state = 'MISSED' and late) as late, count(*) filter (where state in ('ON_TRACK', 'AT_RISK') and due) as due
     from (
       select ${standing(now)} as state,
         ((${respondPassed(now)} and ${within('c.respond_by')}) or (${resolvePassed(now)} and ${within('c.resolve_by')})) as late,
         ((c.responded_at is null and ${within('c.respond_by')}) or ${within('c.resolve_by')}) is true as due
       from task t ${clockOfTask}
       where t.tenant_id = $1 and t.merged_into is null and t.status in ('OPEN', 'IN_PROGRESS')
         ${conditions(filter, columns, values)}
     ) standing`,
    values.list,
  )
  if (!row) throw new Error('The count returned no row')
  return {
    now: { onTrack: row.on_track, atRisk: row.at_risk, missed: row.missed, paused: row.paused },
    today: { until: until.toISOString(), missed: row.late, due: row.due },
  }
}

const namesText = {
  policy: 'select id::text as key, name from sla_policy where tenant_id = $1 and id = any($2::uuid[])',
  building: 'select id::text as key, name from building where tenant_id = $1 and id = any($2::uuid[])',
} as const

const namesOf = async (
  ctx: StaffContext,
  group: Group,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  if (group === 'priority') return new Map(keys.map((key) => [key, key]))
  if (keys.length === 0) return new Map()
  const rows = await ctx.run<{ key: string; name: string }>(namesText[group], [ctx.tenantId, keys])
  return new Map(rows.map(({ key, name }) => [key, name]))
}

const nothing: Counts = { met: 0, missed: 0, running: 0, paused: 0 }

const byKey = (one: string | null, other: string | null): number => ((one ?? '') < (other ?? '') ? -1 : 1)

const promiseOf = ({ met, missed, running, paused }: Counts): SlaPromise => ({
  met,
  missed,
  running,
  paused,
  ...shareOf(met, met + missed),
})

export default serve(getSlaFigures)(async (ctx, { query }) => {
  const filter = readFilter(query)
  const group = query.group ?? 'policy'
  const period = await figurePeriod(ctx, query, filter)
  const points = pointsOf(period, query.by)
  const rows = await count(ctx, filter, { period, points, group })
  const all = rows.find(({ level }) => level === 3)
  const groups = rows.filter(({ level }) => level === 1)
  const byPoint = new Map(rows.flatMap((row) => (row.level === 2 ? [[row.point, row] as const] : [])))
  const names = await namesOf(
    ctx,
    group,
    groups.flatMap(({ key }) => key ?? []),
  )
  const standing = await readNow(ctx, filter, period.timeZone)
  return {
    ...aboutOf(period, ctx.now),
    ...promiseOf(all ?? nothing),
    clocks: { respond: promiseOf(all?.respond ?? nothing), resolve: promiseOf(all?.resolve ?? nothing) },
    group,
    by: groups
      .map((row) => ({
        key: row.key,
        name: row.key === null ? null : (names.get(row.key) ?? null),
        ...promiseOf(row),
      }))
      .sort((one, other) => other.met + other.missed - (one.met + one.missed) || byKey(one.key, other.key)),
    points: points.starts.map((at, index) => ({
      at: at.toISOString(),
      ...promiseOf(byPoint.get(index + 1) ?? nothing),
    })),
    ...standing,
  }
})
