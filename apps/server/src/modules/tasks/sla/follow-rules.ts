/** Running clocks follow policies and hours that have changed: open tasks, newest first, 500 at a time. */

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
  await ctx.schedule(slaFollow, '', ctx.now)
  await ctx.schedule(slaFollow, 'new', new Date(ctx.now.getTime() + againMs))
}

const walk = async (ctx: TenantContext, place: Place): Promise<void> => {
  const { ids, next } = await openTasksFrom(ctx, place, batch)
  const tasks = await lockTasks(ctx, ids)
  const found = await lookAtClocks(ctx, [...tasks.keys()], 'RULES')
  if (found.length > 0) {
    ctx.invalidate('tasks')
    await emit(ctx, 'internal.clocks_moved', {
      taskIds: found.map(({ task }) => task.id),
      lateIds: found.filter(({ passedOver }) => passedOver).map(({ task }) => task.id),
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

/** Where the second walk is, over what changed since then. */
interface NewPlace {
  readonly since: string
  readonly after: string
}

const lookAtNew = async (ctx: TenantContext, { since, after }: NewPlace): Promise<void> => {
  const rows = await ctx.run<{ id: string }>(newText, [ctx.tenantId, openStatuses, since, after])
  const ids = rows.map(({ id }) => id)
  const tasks = await lockTasks(ctx, ids)
  await lookAtClocks(ctx, [...tasks.keys()], 'RULES')
  const last = ids.at(-1)
  if (last && ids.length === batch)
    await ctx.schedule(slaFollow, JSON.stringify({ since, after: last } satisfies NewPlace), ctx.now)
}

const beginNew = (now: Date): NewPlace => ({
  since: new Date(now.getTime() - 2 * againMs).toISOString(),
  after: '00000000-0000-0000-0000-000000000000',
})

/** @param key '' begins, 'new' looks at the newest once more, else where one of both walks is */
export const walkClocks: ScheduledJobHandler = async (ctx, key) => {
  if (key === '') return walk(ctx, { ...firstOpen, late: 0 })
  if (key === 'new') return lookAtNew(ctx, beginNew(ctx.now))
  const place = JSON.parse(key) as Place | NewPlace
  return 'since' in place ? lookAtNew(ctx, place) : walk(ctx, place)
}

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
