import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { writeHistory } from '../notes/history.ts'
import { changeTask } from './change-task.ts'
import { holdChanges, holdLines } from './move-task.ts'
import { holdEndJob } from './schedule-hold-ends.ts'
import { findLockable } from './task-row.ts'

/** Lifts a hold at its end. History gets that time, even if the job runs later. */
export const endHold: ScheduledJobHandler = async (ctx, taskId) => {
  const task = await findLockable(ctx, taskId)
  if (task === 'busy') {
    await ctx.schedule(holdEndJob, taskId, ctx.now)
    return
  }
  const { blocked_since: since, blocked_until: until } = task ?? {}
  if (!task || !until || task.merged_into !== null) return
  if (until > ctx.now) {
    await ctx.schedule(holdEndJob, taskId, until)
    return
  }
  const after = await changeTask(ctx, task, holdChanges(ctx, task, null))
  const at = since && since > until ? since : until
  await writeHistory(
    ctx,
    holdLines(task, after).map((line) => ({ ...line, at })),
  )
}
