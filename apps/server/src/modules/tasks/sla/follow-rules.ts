/** Running clocks follow policies and hours that have changed: open tasks, newest first, 500 at a time. */
import type { SlaCalendar, SlaTargets } from '#contracts/admin/sla-policies.ts'
import type { Priority } from '#contracts/records.ts'
import { settingsDefaults } from '#server/modules/admin/settings/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { leadersOf } from '#server/platform/mail/members.ts'
import type { DueHandler } from '#server/platform/work/due.ts'
import { lockTasks } from '../change/task-row.ts'
import { lateByRules } from '../mails/late-by-rules.ts'
import { timesOf } from './clock.ts'
import { lookAtClocks } from './keep-clocks.ts'
import { budgetOf, calendarOf, targetOf } from './targets.ts'
import { firstOpen, type OpenPlace, openStatuses, openTasksFrom } from './walk-open.ts'

const slaFollow = 'sla.follow'
const batch = 500
/** A change that began before this one was seen may have missed it: what is new by then is looked at once more. */
const againMs = 60_000

/** Where the walk is, and how many it has found late. */
interface Place extends OpenPlace {
  readonly late: number
}

/** The tenant's running clocks are looked at again, because what they follow has changed. */
export const followRules = async (ctx: TenantContext): Promise<void> => {
  await ctx.at(slaFollow, '', ctx.now)
  await ctx.at(slaFollow, 'new', new Date(ctx.now.getTime() + againMs))
}

const walk = async (ctx: TenantContext, place: Place): Promise<void> => {
  const { ids, next } = await openTasksFrom(ctx, place, batch)
  const tasks = await lockTasks(ctx, ids)
  const found = await lookAtClocks(ctx, [...tasks.keys()], 'RULES')
  if (found.length > 0) {
    ctx.touch('tasks')
    await emit(ctx, 'internal.clocks_moved', {
      taskIds: found.map(({ task }) => task.id),
      lateIds: found.filter(({ passedOver }) => passedOver).map(({ task }) => task.id),
    })
  }
  const late = place.late + found.filter(({ lateByChange }) => lateByChange).length
  if (next) await ctx.at(slaFollow, JSON.stringify({ ...next, late }), ctx.now)
  else if (late > 0)
    await askEach(
      ctx,
      lateByRules,
      (await leadersOf(ctx, null)).map(({ id: userId }) => ({ userId, late })),
    )
}

const newText = `select id from task where tenant_id = $1 and status = any($2::text[]) and merged_into is null and updated_at > $3 order by id limit ${batch}`

const lookAtNew = async (ctx: TenantContext): Promise<void> => {
  const since = new Date(ctx.now.getTime() - 2 * againMs)
  const rows = await ctx.run<{ id: string }>(newText, [ctx.tenantId, openStatuses, since])
  const tasks = await lockTasks(
    ctx,
    rows.map(({ id }) => id),
  )
  await lookAtClocks(ctx, [...tasks.keys()], 'RULES')
}

/** @param key '' begins, 'new' looks at the newest once more, else where the walk is */
export const walkClocks: DueHandler = async (ctx, key) =>
  key === 'new'
    ? lookAtNew(ctx)
    : walk(ctx, key === '' ? { ...firstOpen, late: 0 } : (JSON.parse(key) as Place))

/** Whether work of this priority that came now would ever be late by these hours; those of the places are known to open. */
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
