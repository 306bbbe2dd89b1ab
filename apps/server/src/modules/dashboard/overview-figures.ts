/** Counts of the overview; each is what a plain count over the rows gives. */
import type { Overview } from '#contracts/dashboard.ts'
import { knownTaskCounts, knownTaskCountsOf } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from './filters.ts'
import type { Period } from './period.ts'

/** A fraction more or less than before; null where there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before

const meanOf = (sum: number, count: number): number | null => (count === 0 ? null : sum / count)

interface RatingRow {
  /** 0: the period before; 1: the first day */
  day: number
  rating: number | null
  n: number
}

interface Sums {
  count: number
  rated: number
  sum: number
}

const nothing = (): Sums => ({ count: 0, rated: 0, sum: 0 })

const add = (sums: Sums, { rating, n }: RatingRow): void => {
  sums.count += n
  if (rating === null) return
  sums.rated += n
  sums.sum += rating * n
}

/** Submissions that are quarantined count nowhere; hidden ones do. */
export const feedbackFigures = async (
  ctx: TenantContext,
  period: Period,
  filter: Filter,
): Promise<Pick<Overview, 'feedback' | 'satisfaction'>> => {
  const values = valuesFor(ctx.tenantId)
  const days = values.add(period.days.map(({ start }) => start.toISOString()))
  // guard: tenant-figures
  const rows = await ctx.run<RatingRow>(
    `select width_bucket(f.created_at, ${days}::timestamptz[]) as day, f.rating, count(*) as n
     from feedback f
     where f.tenant_id = $1 and f.counted
       and f.created_at >= ${values.add(period.startBefore)} and f.created_at < ${values.add(period.end)}
       ${conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)}
     group by 1, 2`,
    values.list,
  )
  const before = nothing()
  const now = nothing()
  const byDay = period.days.map(nothing)
  const distribution = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 }
  for (const row of rows) {
    const ofDay = byDay[row.day - 1]
    if (!ofDay) {
      add(before, row)
      continue
    }
    add(ofDay, row)
    add(now, row)
    if (row.rating !== null) distribution[String(row.rating) as keyof typeof distribution] += row.n
  }
  const average = meanOf(now.sum, now.rated)
  const averageBefore = meanOf(before.sum, before.rated)
  return {
    feedback: {
      count: now.count,
      rated: now.rated,
      average,
      change: changeOf(now.count, before.count),
      averageChange: average === null || averageBefore === null ? null : average - averageBefore,
      distribution,
    },
    satisfaction: period.days.map(({ date }, index) => {
      const { count, rated, sum } = byDay[index] ?? nothing()
      return { date, count, average: meanOf(sum, rated) }
    }),
  }
}

/** Of all, or of buildings, the tallies know it; of amenities those that are not done are counted over an index. */
const undone = async (ctx: TenantContext, filter: Filter): Promise<{ open: number; inProgress: number }> => {
  const { buildingIds, amenityIds, types } = filter
  if (amenityIds || types) {
    const values = valuesFor(ctx.tenantId)
    const only = conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)
    const rows = await ctx.run<{ status: string; n: number }>(
      `select t.status, count(*) as n from task t
       where t.tenant_id = $1 and t.merged_into is null and t.status in ('OPEN', 'IN_PROGRESS')${only} group by 1`,
      values.list,
    )
    const of = (status: string): number => rows.find((row) => row.status === status)?.n ?? 0
    return { open: of('OPEN'), inProgress: of('IN_PROGRESS') }
  }
  const counts = buildingIds
    ? [...(await knownTaskCountsOf(ctx, buildingIds)).values()]
    : [await knownTaskCounts(ctx)]
  return {
    open: counts.reduce((sum, { OPEN }) => sum + OPEN, 0),
    inProgress: counts.reduce((sum, { IN_PROGRESS }) => sum + IN_PROGRESS, 0),
  }
}

interface TaskRow {
  done: number
  overdue: number
  created: number
  created_before: number
}

/** Tasks that were merged into others are not counted, as in the lists. */
export const taskFigures = async (
  ctx: TenantContext,
  period: Period,
  filter: Filter,
): Promise<Overview['tasks']> => {
  const values = valuesFor(ctx.tenantId)
  const start = values.add(period.start)
  const end = values.add(period.end)
  const before = values.add(period.startBefore)
  const now = values.add(ctx.now)
  const only = conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)
  const count = (condition: string): string =>
    `(select count(*) from task t where t.tenant_id = $1 and t.merged_into is null and ${condition}${only})`
  const standing = await undone(ctx, filter)
  const [row] = await ctx.run<TaskRow>(
    `select ${count(`t.completed_at is not null and t.completed_at >= ${start} and t.completed_at < ${end} and t.status = 'DONE'`)} as done,
       ${count(`t.status in ('OPEN', 'IN_PROGRESS') and t.due_at < ${now}`)} as overdue,
       ${count(`t.created_at >= ${start} and t.created_at < ${end}`)} as created,
       ${count(`t.created_at >= ${before} and t.created_at < ${start}`)} as created_before`,
    values.list,
  )
  if (!row) throw new Error('Counting gave no row')
  return {
    ...standing,
    done: row.done,
    overdue: row.overdue,
    created: row.created,
    createdChange: changeOf(row.created, row.created_before),
  }
}
