/** Who has a task in hand. */
import type { AssigneeInput } from '#contracts/tasks/records.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { writeHistory } from '../notes/history.ts'
import { changeTasks } from './change-task.ts'
import { assigneeOf, type TaskRow } from './task-row.ts'

/** A member of the team, or null for nobody. */
export type AssigneeId = string | null

/**
 * Who is meant: at most one of the three. Operators and companies have no register yet, so none of their ids is known.
 * @throws ServiceError VALIDATION_ERROR for two at once, NOT_FOUND for somebody who is not an active member of the team
 */
export const readAssignee = async (
  ctx: StaffContext,
  input: AssigneeInput,
  path: string,
): Promise<AssigneeId> => {
  const given = [input.userId, input.operatorId, input.companyId].filter(
    (id) => id !== undefined && id !== null,
  )
  if (given.length > 1) throw invalid(path, 'names more than one assignee')
  if (given.length === 0) return null
  if (!input.userId) throw notFound()
  // Shared lock: somebody who is being removed must not be given work in the same moment.
  const [user] = await ctx.run<{ id: string }>(
    "select id from app_user where tenant_id = $1 and id = $2 and removed_at is null and state <> 'DISABLED' for share",
    [ctx.tenantId, input.userId],
  )
  if (!user) throw notFound()
  return user.id
}

/** Gives locked tasks to somebody, or to nobody; those who have them already keep them without a change. @returns the rows that changed */
export const assignTasks = async (
  ctx: StaffContext,
  tasks: readonly TaskRow[],
  assignee: AssigneeId,
  reason: string | null,
): Promise<TaskRow[]> => {
  const changed = tasks.filter((task) => task.assignee_id !== assignee)
  const after = await changeTasks(ctx, changed, {
    assignee_kind: assignee === null ? null : 'USER',
    assignee_id: assignee,
    routing: reason === null ? null : JSON.stringify({ ruleId: null, reason }),
  })
  const to = assignee === null ? null : ({ kind: 'USER', id: assignee } as const)
  await writeHistory(
    ctx,
    changed.map((task, index) => ({
      task: after[index] ?? task,
      type: 'ASSIGNED' as const,
      changes: { assignee: [assigneeOf(task), to] },
    })),
  )
  return after
}
