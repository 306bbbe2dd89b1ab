import { getResolutionTimes, type ResolutionTimes } from '#contracts/task-figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { conditions, readFilter, valuesFor } from '../filters.ts'
import { aboutOf, figurePeriod } from './figure-period.ts'
import { doneMinutes, firstActionMinutes } from './minutes.ts'

interface ResolutionRow {
  readonly key: string | null
  /** 1 in the row of the total */
  readonly is_all: number
  readonly n: number
  readonly first_action: readonly number[] | null
  readonly done: readonly number[] | null
}

type Times = Omit<ResolutionTimes, 'key'>

// The type is a subquery, which cannot become a join that reads the tasks of each amenity.
const keyOf = {
  priority: 't.priority',
  type: '(select type from amenity where tenant_id = $1 and id = t.amenity_id)',
  source: 't.source',
} as const

const percentiles = (list: readonly number[] | null): Times['doneMinutes'] => {
  const [p50, p90, p99] = list ?? []
  return p50 === undefined || p90 === undefined || p99 === undefined ? null : { p50, p90, p99 }
}

const timesOf = (row: ResolutionRow | undefined): Times => ({
  n: row?.n ?? 0,
  firstActionMinutes: percentiles(row?.first_action ?? null),
  doneMinutes: percentiles(row?.done ?? null),
})

const shares = "'{0.5,0.9,0.99}'::float8[]"

export default serve(getResolutionTimes)(async (ctx, { query }) => {
  const filter = readFilter(query)
  const group = query.group ?? 'priority'
  const period = await figurePeriod(ctx, query, filter)
  const values = valuesFor(ctx.tenantId)
  const rows = await ctx.run<ResolutionRow>(
    `select key, grouping(key) as is_all, count(*) as n,
       percentile_cont(${shares}) within group (order by first_action) as first_action,
       percentile_cont(${shares}) within group (order by done) as done
     from (
       select ${keyOf[group]} as key, ${firstActionMinutes} as first_action, ${doneMinutes} as done
       from task t
       where t.tenant_id = $1 and t.merged_into is null and t.status = 'DONE' and t.completed_at is not null
         and t.completed_at >= ${values.add(period.start)} and t.completed_at < ${values.add(period.end)}
         ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}
     ) finished group by grouping sets ((key), ()) order by n desc, key`,
    values.list,
  )
  return {
    about: { ...aboutOf(period, ctx.now), ...timesOf(rows.find((row) => row.is_all === 1)) },
    data: rows.filter((row) => row.is_all === 0).map((row) => ({ key: row.key, ...timesOf(row) })),
  }
})
