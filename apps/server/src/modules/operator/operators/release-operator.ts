import { type AssigneeKey, releaseTasksOf, type TaskRow } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/** What stands on tasks that changed hands with somebody. */
export const workReasons = {
  left: (name: string) => `${name} does no work any more`,
  absent: (name: string) => `Handed over while ${name} is absent`,
  back: (name: string) => `Taken back by ${name}`,
} as const

/** The same person, as an operator and as a member of the team. */
export const assigneesOf = (operator: { id: string; user_id: string | null }): AssigneeKey[] => [
  { kind: 'OPERATOR', id: operator.id },
  ...(operator.user_id === null ? [] : [{ kind: 'USER' as const, id: operator.user_id }]),
]

/** Hands back what a locked operator has in hand. @returns the tasks that were handed back */
export const releaseOperator = (
  ctx: TenantContext,
  operator: { id: string; user_id: string | null; name: string },
): Promise<TaskRow[]> => releaseTasksOf(ctx, assigneesOf(operator), workReasons.left(operator.name))
