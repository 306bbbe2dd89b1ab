/** Somebody leaves, or may work no more: what they had in hand returns to the pool. */
import type { TenantContext } from '#server/platform/context.ts'
import { assignTasks } from './assignment.ts'
import type { Reason } from './reasons.ts'
import type { AssigneeKey, TaskRow } from './task-row.ts'

/** What some have in hand and is not done, locked in the order that everybody keeps. */
export const lockOpenTasksOf = (ctx: TenantContext, assignees: readonly AssigneeKey[]): Promise<TaskRow[]> =>
  ctx.db
    .selectFrom('task')
    .selectAll()
    // No id is of two kinds.
    .where((eb) => eb('assignee_id', '=', eb.fn.any(eb.val(assignees.map(({ id }) => id)))))
    .where('status', 'in', ['OPEN', 'IN_PROGRESS'])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * @param why it stands on the tasks
 * @returns the tasks that were handed back
 */
export const releaseTasksOf = async (
  ctx: TenantContext,
  assignees: AssigneeKey | readonly AssigneeKey[],
  why: Reason,
): Promise<TaskRow[]> => {
  const rows = await lockOpenTasksOf(ctx, [assignees].flat())
  return assignTasks(ctx, rows, null, { ruleId: null, why: [why] })
}
