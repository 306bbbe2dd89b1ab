/** What becomes due in the arena by time. */
import type { CronJob, TenantContext } from '#server/platform/context.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { creditKind, settleTask } from './points/settle-task.ts'
import { erasePlayers } from './profile/erase-player.ts'
import { currentSeason, type SeasonRow } from './seasons/current-season.ts'
import {
  closeSeason,
  endSeason,
  eraseAfterMs,
  eraseAt,
  seasonKind,
  startSeason,
} from './seasons/move-season.ts'

const seasonText = 'select * from arena_season where tenant_id = $1 and id = $2 for update'

/** Does what is due of a season, at most one step. */
const moveOn = async (ctx: TenantContext, season: SeasonRow): Promise<void> => {
  switch (season.state) {
    case 'DRAFT':
      // Where another season still settles, this one starts when that is closed.
      if (season.starts_at <= ctx.now && !(await currentSeason(ctx))) await startSeason(ctx, season)
      return
    case 'ACTIVE':
      if (season.ends_at <= ctx.now) await endSeason(ctx, season)
      return
    case 'SETTLING':
      if (season.settles_until > ctx.now) return
      await closeSeason(ctx, season)
      return
    case 'CLOSED':
      if (season.closed_at && eraseAt(season.closed_at) <= ctx.now) await erasePlayers(ctx, season.id)
      return
    default:
      season.state satisfies never
  }
}

const onSeason: ScheduledJobHandler = async (ctx, id) => {
  const [season] = await ctx.run<SeasonRow>(seasonText, [ctx.tenantId, id])
  if (season) await moveOn(ctx, season)
}

export const scheduledJobs: Readonly<Record<string, ScheduledJobHandler>> = {
  [seasonKind]: onSeason,
  [creditKind]: settleTask,
}

const dueSeasons = `select * from arena_season where tenant_id = $1 and (
    (state = 'DRAFT' and starts_at <= $2) or (state = 'ACTIVE' and ends_at <= $2) or (state = 'SETTLING' and settles_until <= $2)
    or (state = 'CLOSED' and closed_at <= $3 and exists (select from arena_entry e where e.tenant_id = $1 and e.season_id = arena_season.id)))
  order by starts_at for update`
const mostTasks = 200
const dueTasks = `select distinct task_id from arena_entry
  where tenant_id = $1 and state = 'PENDING' and credit_at <= $2 and task_id is not null order by 1 limit ${mostTasks}`

/** @returns whether more is due */
const settleDue = async (ctx: TenantContext): Promise<boolean> => {
  // Points first, since what is pending when a season is closed is credited no more.
  const tasks = await ctx.run<{ task_id: string }>(dueTasks, [ctx.tenantId, ctx.now])
  for (const { task_id } of tasks) await settleTask(ctx, task_id)
  if (tasks.length === mostTasks) return true
  const closedBefore = new Date(ctx.now.getTime() - eraseAfterMs)
  for (const season of await ctx.run<SeasonRow>(dueSeasons, [ctx.tenantId, ctx.now, closedBefore]))
    await moveOn(ctx, season)
  return false
}

/** Works off what a lost job left. */
export const cronJobs: readonly CronJob[] = [
  { name: 'arena-settle', cron: '17 * * * *', run: (_platform, forEachTenant) => forEachTenant(settleDue) },
]
