/** After a change of policies or hours, recalculates the running clocks of open tasks, newest first, 500 at a time. */

import type { Priority } from '#contracts/records.ts'
import type { SlaCalendar, SlaTargets } from '#contracts/sla/policies.ts'
import { settingsDefaults } from '#server/modules/settings/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { leadersOf } from '#server/platform/mail/members.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { lockTasks } from '../change/task-row.ts'
import { lateByRules } from '../mails/late-by-rules.ts'
import { timesOf } from './clock.ts'
import { budgetOf, calendarOf, targetOf } from './targets.ts'
import { updateClocks } from './update-clocks.ts'
import { firstPosition, type OpenTaskPosition, openStatuses, openTasksFrom } from './walk-open.ts'

const slaFollow = 'sla.follow'
const batch = 500
/**
 * A transaction that started before the change may have missed it, so recent tasks are recalculated once more after
 * this time.
 */
const againMs = 60_000

/** Position of the walk, and how many tasks it found late. */
interface WalkPosition extends OpenTaskPosition {
  readonly late: number
}

/** Schedules the recalculation of all running clocks of the tenant. */
export const followRules = async (ctx: TenantContext): Promise<void> => {
  await ctx.schedule(slaFollow, '', ctx.now)
  await ctx.schedule(slaFollow, 'new', new Date(ctx.now.getTime() + againMs))
}

const walk = async (ctx: TenantContext, place: WalkPosition): Promise<void> => {
  const { ids, next } = await openTasksFrom(ctx, place, batch)
  const tasks = await lockTasks(ctx, ids)
  const found = await updateClocks(ctx, [...tasks.keys()], 'RULES')
  if (found.length > 0) {
    ctx.invalidate('tasks')
    await emit(ctx, 'internal.clocks_moved', {
      taskIds: found.map(({ task }) => task.id),
      lateIds: found.filter(({ passedSilently }) => passedSilently).map(({ task }) => task.id),
    })
  }
  const late = place.late + found.filter(({ lateByChange }) => lateByChange).length
  if (next) await ctx.schedule(slaFollow, JSON.stringify({ ...next, late }), ctx.now)
  else if (late > 0)
    await askEach(
      ctx,
      lateByRules,
      (await leadersOf(ctx, null)).map(({ id: userId }) => ({ userId, late })),
    )
}

const newText = `select id from task where tenant_id = $1 and status = any($2::text[]) and merged_into is null
  and updated_at > $3 and id > $4::uuid order by id limit ${batch}`

/** Position of the second walk, over tasks changed since then. */
interface RecentPosition {
  readonly since: string
  readonly after: string
}

const updateRecent = async (ctx: TenantContext, { since, after }: RecentPosition): Promise<void> => {
  const rows = await ctx.run<{ id: string }>(newText, [ctx.tenantId, openStatuses, since, after])
  const ids = rows.map(({ id }) => id)
  const tasks = await lockTasks(ctx, ids)
  await updateClocks(ctx, [...tasks.keys()], 'RULES')
  const last = ids.at(-1)
  if (last && ids.length === batch)
    await ctx.schedule(slaFollow, JSON.stringify({ since, after: last } satisfies RecentPosition), ctx.now)
}

const recentStart = (now: Date): RecentPosition => ({
  since: new Date(now.getTime() - 2 * againMs).toISOString(),
  after: '00000000-0000-0000-0000-000000000000',
})

/** @param key '' starts the walk, 'new' starts the second walk, otherwise the position of either as JSON */
export const walkClocks: ScheduledJobHandler = async (ctx, key) => {
  if (key === '') return walk(ctx, { ...firstPosition, late: 0 })
  if (key === 'new') return updateRecent(ctx, recentStart(ctx.now))
  const place = JSON.parse(key) as WalkPosition | RecentPosition
  return 'since' in place ? updateRecent(ctx, place) : walk(ctx, place)
}

/** Whether these hours leave time to respond and resolve for work of this priority; a place's own hours always do. */
export const opensInTime = (
  { now, tenant }: StaffContext,
  { targets, calendar }: { readonly targets: SlaTargets; readonly calendar: SlaCalendar | null },
  priority: Priority,
): boolean => {
  const { serviceHours } = settingsDefaults.profile
  const hours = calendarOf(calendar, { zone: tenant.timeZone, serviceHours, holidays: [] })
  const times = timesOf(
    { startedAt: now.getTime(), pauses: [] },
    budgetOf(targetOf(targets, priority), hours),
  )
  return times.RESPOND !== null && times.RESOLVE !== null
}
