/** Scheduled jobs that lift a hold at its end, one for each task on hold with an end (decision 0067). */
import type { EventPayload } from '#contracts/events.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { TaskRow } from './task-row.ts'

export const holdEndJob = 'task.block_ends'

/** Whether a `task.blocked` event was caused by the end of the hold, not by a person. */
export const endedByItself = ({ from, to }: EventPayload<'task.blocked'>, at: Date): boolean =>
  to === null && typeof from?.until === 'string' && new Date(from.until) <= at

type HoldFields = Pick<TaskRow, 'id' | 'blocked_until'>

const timeOf = (task: HoldFields | undefined): number | undefined => task?.blocked_until?.getTime()

/** @param changed new or changed tasks; a job is only moved if the end of the hold differs */
export const scheduleHoldEnds = async (
  ctx: TenantContext,
  changed: readonly { readonly before: HoldFields | undefined; readonly after: HoldFields }[],
): Promise<void> => {
  const moved = changed.filter(({ before, after }) => timeOf(before) !== timeOf(after))
  const ends = moved.flatMap(({ after: { id, blocked_until } }) =>
    blocked_until ? [[id, blocked_until] as const] : [],
  )
  const lifted = moved.filter(({ after }) => !after.blocked_until).map(({ after }) => after.id)
  await ctx.scheduleEach(holdEndJob, new Map(ends))
  await ctx.cancelEach(holdEndJob, lifted)
}
