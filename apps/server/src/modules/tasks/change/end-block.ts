import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { writeHistory } from '../notes/history.ts'
import { blockEnds } from './ask-for-block-ends.ts'
import { changeTask } from './change-task.ts'
import { blockChanges, blockLines } from './move-task.ts'
import { findLockable } from './task-row.ts'

/** Lifts a hold at its end. History gets that time, even if the job runs later. */
export const endBlock: ScheduledJobHandler = async (ctx, taskId) => {
  const task = await findLockable(ctx, taskId)
  if (task === 'busy') {
    await ctx.schedule(blockEnds, taskId, ctx.now)
    return
  }
  const { blocked_since: since, blocked_until: until } = task ?? {}
  if (!task || !until || task.merged_into !== null) return
  if (until > ctx.now) {
    await ctx.schedule(blockEnds, taskId, until)
    return
  }
  const after = await changeTask(ctx, task, blockChanges(ctx, task, null))
  const at = since && since > until ? since : until
  await writeHistory(
    ctx,
    blockLines(task, after).map((line) => ({ ...line, at })),
  )
}
