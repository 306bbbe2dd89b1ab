/** Unassigns the open tasks of members, operators or companies that leave or are suspended. */
import type { TenantContext } from '#server/platform/context.ts'
import { assignTasks } from './assignment.ts'
import type { Reason } from './reasons.ts'
import type { AssigneeKey, TaskRow } from './task-row.ts'

/** Locks their tasks that are not done, ordered by id as everywhere. */
export const lockOpenTasksOf = (ctx: TenantContext, assignees: readonly AssigneeKey[]): Promise<TaskRow[]> =>
  ctx.db
    .selectFrom('task')
    .selectAll()
    // Ids are unique across members, operators and companies, so the kind is not compared.
    .where((eb) => eb('assignee_id', '=', eb.fn.any(eb.val(assignees.map(({ id }) => id)))))
    .where('status', 'in', ['OPEN', 'IN_PROGRESS'])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * @param why stored on the tasks as their assignment reason
 * @returns the tasks that became unassigned
 */
export const releaseTasksOf = async (
  ctx: TenantContext,
  assignees: AssigneeKey | readonly AssigneeKey[],
  why: Reason,
): Promise<TaskRow[]> => {
  const rows = await lockOpenTasksOf(ctx, [assignees].flat())
  return assignTasks(ctx, rows, null, { ruleId: null, why: [why] })
}
