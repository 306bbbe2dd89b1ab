/** When a rule next acts on a task is one scheduled job for each task. */
import type { TenantContext } from '#server/platform/context.ts'
import type { EscalationStep } from './read-rules.ts'

export const escalationKind = 'escalation.moment'
export const escalationWalk = 'escalation.follow'

/** The soonest step of each task. A row of a task without any is left: whoever finds it due finds nothing to do. */
export const askForNext = async (ctx: TenantContext, steps: readonly EscalationStep[]): Promise<void> => {
  const soonest = new Map<string, Date>()
  for (const { taskId, at } of steps) {
    const known = soonest.get(taskId)
    if (!known || at < known) soonest.set(taskId, at)
  }
  await ctx.scheduleEachNoLaterThan(escalationKind, soonest)
}

/** The rules have changed: all open tasks are looked at again, 500 at a time. */
export const followEscalationRules = (ctx: TenantContext): Promise<void> =>
  ctx.schedule(escalationWalk, '', ctx.now)
