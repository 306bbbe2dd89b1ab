/** Counts of the overview; exact. */
import type { Overview } from '#contracts/dashboard.ts'
import { knownTaskCounts, knownTaskCountsOf, overdue } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Figures } from './figures/open-figures.ts'
import { dailyRatings, presentDays } from './figures/series.ts'
import { changeOf, presentChange, presentCount, presentDistribution } from './figures/statistics.ts'
import { conditions, type Filter, valuesFor } from './filters.ts'

/** Submissions in quarantine are not counted, hidden ones are. */
export const feedbackFigures = async (
  ctx: TenantContext,
  figures: Figures,
): Promise<Pick<Overview, 'feedback' | 'satisfaction'>> => {
  const daily = await dailyRatings(ctx, figures, figures.filter)
  const { before, now } = daily
  return {
    feedback: {
      ...presentCount(now),
      ...presentChange(now, before),
      distribution: presentDistribution(now),
    },
    satisfaction: presentDays(daily),
  }
}

/** Tallies know the counts of all and by building; for amenities, open tasks are counted over an index. */
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

/** Merged tasks are not counted, as in lists. */
export const taskFigures = async (
  ctx: TenantContext,
  { period, filter }: Figures,
): Promise<Overview['tasks']> => {
  const values = valuesFor(ctx.tenantId)
  const start = values.add(period.start)
  const end = values.add(period.end)
  const [before, endBefore] = [values.add(period.startBefore), values.add(period.endBefore)]
  const now = `${values.add(ctx.now)}::timestamptz`
  const only = conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)
  const count = (condition: string): string =>
    // guard: tenant-figures
    `(select count(*) from task t where t.tenant_id = $1 and t.merged_into is null and ${condition}${only})`
  const standing = await undone(ctx, filter)
  const [row] = await ctx.run<TaskRow>(
    `select ${count(`t.completed_at is not null and t.completed_at >= ${start} and t.completed_at < ${end} and t.status = 'DONE'`)} as done,
       ${overdue.countOverdue(now, only)} as overdue,
       ${count(`t.created_at >= ${start} and t.created_at < ${end}`)} as created,
       ${count(`t.created_at >= ${before} and t.created_at < ${endBefore}`)} as created_before`,
    values.list,
  )
  if (!row) throw new Error('The count returned no row')
  return {
    ...standing,
    done: row.done,
    overdue: row.overdue,
    created: row.created,
    createdChange: changeOf(row.created, row.created_before),
  }
}
