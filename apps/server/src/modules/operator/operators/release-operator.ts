import { type AssigneeKey, releaseTasksOf, type TaskRow } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/** Both ways to assign a task to a person: as operator and as member. */
export const assigneesOf = (operator: { id: string; user_id: string | null }): AssigneeKey[] => [
  { kind: 'OPERATOR', id: operator.id },
  ...(operator.user_id === null ? [] : [{ kind: 'USER' as const, id: operator.user_id }]),
]

/** Makes the tasks of a locked operator unassigned. @returns the tasks */
export const releaseOperator = (
  ctx: TenantContext,
  operator: { id: string; user_id: string | null; name: string },
): Promise<TaskRow[]> => releaseTasksOf(ctx, assigneesOf(operator), { code: 'LEFT', name: operator.name })
