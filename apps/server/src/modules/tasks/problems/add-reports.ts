/** Links submissions to an open task on behalf of staff. */
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { requireUnmerged } from '../change/access.ts'
import { changeTask } from '../change/change-task.ts'
import { lockTask } from '../change/task-row.ts'
import { writeHistory } from '../notes/history.ts'
import { linkFeedback } from './links.ts'

/**
 * Their visitors follow the task from then on; submissions that are linked already are unchanged.
 * @returns the ids of the newly linked ones
 * @throws ServiceError NOT_FOUND; VALIDATION_ERROR for a task that is merged or done
 */
export const addReports = async (
  ctx: TenantContext,
  taskId: string,
  feedbackIds: readonly string[],
): Promise<readonly string[]> => {
  const task = await lockTask(ctx, taskId)
  requireUnmerged(task)
  if (task.status === 'DONE') throw invalid('body.taskId', 'the task is done; reopen it or create a new one')
  const fresh = await linkFeedback(
    ctx,
    feedbackIds.map((feedbackId) => ({ taskId, feedbackId })),
  )
  if (fresh.length === 0) return fresh
  const reporterCount = task.reporter_count + fresh.length
  const row = await changeTask(ctx, task, { reporter_count: reporterCount, last_report_at: ctx.now })
  await writeHistory(ctx, [
    { task: row, type: 'REPORTED_AGAIN', changes: { reporterCount: [task.reporter_count, reporterCount] } },
  ])
  await emitAll(
    ctx,
    'feedback.merged',
    fresh.map((feedbackId) => ({ feedbackId, taskId, category: row.category, reporterCount })),
  )
  return fresh
}
