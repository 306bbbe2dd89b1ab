/** One scheduled job for each task, at its next escalation step. */
import type { TenantContext } from '#server/platform/context.ts'
import type { EscalationStep } from './read-rules.ts'

export const escalationKind = 'escalation.moment'
export const escalationWalk = 'escalation.follow'

/** Schedules the soonest step of each task. The job of a task without steps stays; it finds nothing to do. */
export const scheduleNext = async (ctx: TenantContext, steps: readonly EscalationStep[]): Promise<void> => {
  const soonest = new Map<string, Date>()
  for (const { taskId, at } of steps) {
    const known = soonest.get(taskId)
    if (!known || at < known) soonest.set(taskId, at)
  }
  await ctx.scheduleEachNoLaterThan(escalationKind, soonest)
}

/** Rules have changed: reschedules all open tasks, 500 at a time. */
export const followEscalationRules = (ctx: TenantContext): Promise<void> =>
  ctx.schedule(escalationWalk, '', ctx.now)
