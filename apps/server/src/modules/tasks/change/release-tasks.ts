/** Somebody leaves, or may work no more: what they had in hand returns to the pool. */
import type { TenantContext } from '#server/platform/context.ts'
import { assignTasks } from './assignment.ts'
import type { AssigneeKey, TaskRow } from './task-row.ts'

/**
 * @param reason why, in plain words: it stands on the tasks
 * @returns the tasks that were handed back
 */
export const releaseTasksOf = async (
  ctx: TenantContext,
  assignee: AssigneeKey,
  reason: string,
): Promise<TaskRow[]> => {
  const rows = await ctx.db
    .selectFrom('task')
    .selectAll()
    .where('assignee_id', '=', assignee.id)
    .where('assignee_kind', '=', assignee.kind)
    .where('status', 'in', ['OPEN', 'IN_PROGRESS'])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return assignTasks(ctx, rows, null, { ruleId: null, reason })
}
