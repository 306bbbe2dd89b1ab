/** Pure decisions about a task's course. */
import type { TaskStatus } from '#contracts/records.ts'

export interface Times {
  readonly started_at: Date | null
  readonly completed_at: Date | null
}

/** A task's first action, of whichever run: a start, or the end where it was never started. */
export const firstAction = (
  before: Pick<Times, 'started_at'> & { readonly first_action_at: Date | null },
  began: Date | null,
): Date | null => before.first_action_at ?? before.started_at ?? began

/** When work began and ended, after a move to `to` at `at`; a task that was never started was started when it was done. */
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
