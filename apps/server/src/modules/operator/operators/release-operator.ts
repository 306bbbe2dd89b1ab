import { type AssigneeKey, releaseTasksOf, type TaskRow } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/** The same person, as an operator and as a member of the team. */
export const assigneesOf = (operator: { id: string; user_id: string | null }): AssigneeKey[] => [
  { kind: 'OPERATOR', id: operator.id },
  ...(operator.user_id === null ? [] : [{ kind: 'USER' as const, id: operator.user_id }]),
]

/** Hands back what a locked operator has in hand. @returns the tasks that were handed back */
export const releaseOperator = (
  ctx: TenantContext,
  operator: { id: string; user_id: string | null; name: string },
): Promise<TaskRow[]> => releaseTasksOf(ctx, assigneesOf(operator), { code: 'LEFT', name: operator.name })
