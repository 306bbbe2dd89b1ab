/** Subscribers that reschedule escalation steps after changes of tasks, their clocks, and the rules. */
import { firstOpen, type OpenPlace, openTasksFrom } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { readRules, readSteps, recordDone } from './read-rules.ts'
import { escalationWalk, scheduleNext } from './schedule-steps.ts'

const batch = 500

const reschedule = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> =>
  scheduleNext(ctx, await readSteps(ctx, taskIds, await readRules(ctx)))

type OfTask = 'task.created' | 'task.assigned' | 'task.status_changed' | 'task.blocked' | 'task.updated'

/** One read for all of them. */
export const rescheduleTasks = (ctx: TenantContext, events: readonly StoredEvent<OfTask>[]): Promise<void> =>
  reschedule(ctx, [...new Set(events.map(({ payload }) => payload.taskId))])

/** Tasks that only a change of policies made late: leaders get one summary, so rules do not act on each. */
export const rescheduleMoved = async (
  ctx: TenantContext,
  events: readonly StoredEvent<'internal.clocks_moved'>[],
): Promise<void> => {
  const taskIds = [...new Set(events.flatMap(({ payload }) => payload.taskIds))]
  const late = new Set(events.flatMap(({ payload }) => payload.lateIds))
  const movedAt = Math.max(...events.map(({ at }) => at.getTime()))
  const steps = await readSteps(ctx, taskIds, await readRules(ctx))
  const passedOver = steps.filter(
    ({ taskId, at, rule }) => late.has(taskId) && at.getTime() <= movedAt && rule.level.clock !== 'DUE',
  )
  await recordDone(ctx, passedOver)
  await scheduleNext(
    ctx,
    steps.filter((step) => !passedOver.includes(step)),
  )
}

/** @param key '' starts, otherwise the position of the walk */
export const rescheduleOpen: ScheduledJobHandler = async (ctx, key) => {
  const rules = await readRules(ctx)
  if (rules.length === 0) return
  const place = key === '' ? firstOpen : (JSON.parse(key) as OpenPlace)
  const { ids, next } = await openTasksFrom(ctx, place, batch)
  await scheduleNext(ctx, await readSteps(ctx, ids, rules))
  if (next) await ctx.schedule(escalationWalk, JSON.stringify(next), ctx.now)
}
