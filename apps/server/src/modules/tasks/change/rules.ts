/** Pure functions about the times of a task. */
import type { TaskStatus } from '#contracts/records.ts'

export interface Times {
  readonly started_at: Date | null
  readonly completed_at: Date | null
}

/** When work first started on the task, in any cycle; the completion time if it was never started. */
export const firstAction = (
  before: Pick<Times, 'started_at'> & { readonly first_action_at: Date | null },
  began: Date | null,
): Date | null => before.first_action_at ?? before.started_at ?? began

/**
 * Start and completion times after a move to `to` at `at`; a task that was never started gets its completion time
 * as start.
 */
export const timesAfter = (to: TaskStatus, before: Times, at: Date): Times => {
  switch (to) {
    case 'OPEN':
      return { started_at: null, completed_at: null }
    case 'IN_PROGRESS':
      return { started_at: before.completed_at === null ? (before.started_at ?? at) : at, completed_at: null }
    case 'DONE':
      return { started_at: before.started_at ?? at, completed_at: at }
    default:
      return to satisfies never
  }
}
