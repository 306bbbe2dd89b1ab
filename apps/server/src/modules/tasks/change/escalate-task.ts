/** The effect of an escalation rule on a task. */
import { type Priority, priorities } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type HistoryLine, writeHistory } from '../notes/history.ts'
import { changeTask } from './change-task.ts'
import { type Reason, sayReasons, withText } from './reasons.ts'
import { type AssigneeKey, assigneeOf, type TaskChanges, type TaskRow } from './task-row.ts'

export interface Escalation {
  readonly ruleId: string
  readonly ruleName: string
  readonly why: Reason
  /** when the escalation step was due */
  readonly dueAt: Date
  readonly priority?: Priority | undefined
  /** null: unassigned; absent: unchanged */
  readonly assignee?: AssigneeKey | null | undefined
}

const isNewAssignee = (task: TaskRow, assignee: AssigneeKey | null | undefined): boolean =>
  assignee !== undefined &&
  (task.assignee_id !== (assignee?.id ?? null) || task.assignee_kind !== (assignee?.kind ?? null))

/**
 * Raises the escalation level, writes history at the time the step was due, and changes priority or assignee if
 * they differ.
 */
export const escalateTask = async (
  ctx: TenantContext,
  task: TaskRow,
  { ruleId, ruleName, why, dueAt, priority = task.priority as Priority, assignee }: Escalation,
): Promise<TaskRow> => {
  const isMoved = isNewAssignee(task, assignee)
  const changes: TaskChanges = {
    escalation_level: task.escalation_level + 1,
    priority,
    ...(isMoved
      ? {
          assignee_kind: assignee?.kind ?? null,
          assignee_id: assignee?.id ?? null,
          routing: JSON.stringify(withText({ ruleId, why: [why] })),
        }
      : {}),
  }
  const after = await changeTask(ctx, task, changes)
  const isRaised = priorities.indexOf(priority) > priorities.indexOf(task.priority as Priority)
  const lines: HistoryLine[] = [
    {
      task: after,
      type: 'ESCALATED',
      at: dueAt,
      changes: {
        rule: [null, { ruleId, ruleName }],
        why: [null, why],
        // The previous version of the service reads only this text.
        reason: [null, sayReasons([why], 'en')],
        escalationLevel: [task.escalation_level, after.escalation_level],
      },
    },
    ...(priority === task.priority
      ? []
      : [
          {
            task: after,
            type: isRaised ? ('PRIORITY_RAISED' as const) : ('EDITED' as const),
            changes: { priority: [task.priority, priority] as const },
          },
        ]),
    ...(isMoved
      ? [
          {
            task: after,
            type: 'ASSIGNED' as const,
            changes: { assignee: [assigneeOf(task), assigneeOf(after)] as const },
          },
        ]
      : []),
  ]
  await writeHistory(ctx, lines)
  return after
}
