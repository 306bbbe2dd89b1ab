import { getTaskTrends } from '#contracts/task-figures.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notesOf } from '../day-notes.ts'
import { conditions, type Filter, readFilter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'
import { backlogAt, type Span, spansOf, type Turn } from './backlog.ts'
import { aboutOf, figurePeriod } from './figure-period.ts'
import { pointsOf } from './points.ts'

/** Milliseconds since 1970; fractions are cut. */
const ms = (column: string): string => `floor(extract(epoch from ${column})::float8 * 1000 + 0.001)`

interface OpenedRow {
  created: readonly number[] | null
  /** parallel to `created`; null: not done */
  completed: readonly (number | null)[] | null
  reopened:
    | readonly {
        readonly created: number
        readonly completed: number | null
        readonly turns: readonly [at: number, kind: Turn['kind']][] | null
      }[]
    | null
}

/**
 * Tasks that were open in the period: done since its start, or not done. Times come as two arrays instead of many
 * rows. History is read only of reopened tasks.
 */
const readOpened = async (ctx: StaffContext, { start, end }: Period, filter: Filter): Promise<OpenedRow> => {
  const values = valuesFor(ctx.tenantId)
  const from = values.add(start)
  const only = `t.tenant_id = $1 and t.merged_into is null and t.created_at < ${values.add(end)}
    ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}`
  const undone = "t.status in ('OPEN', 'IN_PROGRESS')"
  const columns = `t.id, t.created_at, case when t.status = 'DONE' then t.completed_at end as completed_at`
  const [row] = await ctx.run<OpenedRow>(
    `with once as (
       select ${columns} from task t where ${only} and t.reopen_count = 0 and t.status = 'DONE'
         and t.completed_at is not null and t.completed_at >= ${from}
       union all
       select ${columns} from task t where ${only} and t.reopen_count = 0 and ${undone}
     ), again as materialized (
       select ${columns} from task t where ${only} and t.reopen_count > 0 and t.updated_at >= ${from}
       union all
       select ${columns} from task t where ${only} and t.reopen_count > 0 and t.updated_at < ${from} and ${undone}
     )
     select o.created, o.completed, r.reopened
     from (select json_agg(${ms('created_at')}) as created, json_agg(${ms('completed_at')}) as completed from once) o,
       (select json_agg(json_build_object('created', ${ms('a.created_at')}, 'completed', ${ms('a.completed_at')}, 'turns', h.turns)) as reopened
        from again a left join lateral (
          select json_agg(json_build_array(${ms('at')}, case action when 'REOPENED' then 'REOPENED' else 'FINISHED' end) order by at, id) as turns
          from task_history where tenant_id = $1 and task_id = a.id
            and (action = 'REOPENED' or action = 'STATUS_CHANGED' and changes -> 'status' ->> 1 = 'DONE') offset 0
        ) h on true) r`,
    values.list,
  )
  if (!row) throw new Error('The count returned no row')
  return row
}

const nothing = () => ({ created: 0, done: 0, reopened: 0 })

export default serve(getTaskTrends)(async (ctx, { query }) => {
  const filter = readFilter(query)
  const period = await figurePeriod(ctx, query, filter)
  const { by, starts, ends } = pointsOf(period, query.by)
  const { created, completed, reopened } = await readOpened(ctx, period, filter)
  const now = ctx.now.getTime()
  const bounds = starts.map((start) => start.getTime())
  const last = period.end.getTime()
  const counts = starts.map(nothing)
  const count = (what: 'created' | 'done' | 'reopened', at: number): void => {
    if (at < (bounds[0] ?? Infinity) || at >= last) return
    let [low, high] = [0, bounds.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((bounds[middle] ?? Infinity) <= at) low = middle
      else high = middle
    }
    const point = counts[low]
    if (point) point[what] += 1
  }
  const spans: Span[] = []
  for (const [index, at] of (created ?? []).entries()) {
    const done = completed?.[index] ?? undefined
    count('created', at)
    if (done !== undefined) count('done', done)
    spans.push({ created: at, from: at, to: done ?? Infinity })
  }
  for (const task of reopened ?? []) {
    const turns = (task.turns ?? []).map(([at, kind]) => ({ at, kind }))
    count('created', task.created)
    if (task.completed !== null) count('done', task.completed)
    for (const { at, kind } of turns) if (kind === 'REOPENED') count('reopened', at)
    spans.push(...spansOf(task.created, task.completed ?? undefined, turns))
  }
  // A point that has not ended is counted as of now, inclusive.
  const backlogs = backlogAt(
    spans,
    ends.map((end) => Math.min(end.getTime(), now + 1)),
  )
  return {
    about: { ...aboutOf(period, ctx.now), by, notes: await notesOf(ctx, period, filter) },
    data: starts.map((start, index) => {
      const { count: backlog = 0, medianCreated = null } = backlogs[index] ?? {}
      const isFuture = start.getTime() > now
      const at = Math.min(ends[index]?.getTime() ?? now, now)
      return {
        at: start.toISOString(),
        ...(counts[index] ?? nothing()),
        backlog: isFuture ? null : backlog,
        medianAgeMinutes:
          isFuture || medianCreated === null ? null : Math.max(0, at - medianCreated) / 60_000,
      }
    }),
  }
})
