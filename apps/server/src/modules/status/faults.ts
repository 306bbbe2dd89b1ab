/**
 * Faults of an amenity, from visitors' reports and the work on them, as pure functions.
 *
 * fault  a reported problem, from its first report until the work on it was done. Work that a visitor rejected
 * counts as not done, so the time after it belongs to the fault.
 */
import type { ReportState, TaskStatus } from '#contracts/records.ts'
import type { Verification } from '#contracts/tasks/records.ts'
import type { Span } from './timeline.ts'

/** A move of a task in its history; `verdict` is its verification then. */
export interface Move {
  readonly id: string
  readonly at: Date
  readonly action: 'STATUS_CHANGED' | 'REOPENED' | 'REPORTED_AGAIN'
  readonly to: TaskStatus | null
  readonly verdict: Verification | null
}

export interface FaultTask {
  readonly id: string
  /** codes of the reported issues */
  readonly issues: readonly string[]
  readonly status: TaskStatus
  readonly verification: Verification
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly reporters: number
  /** when the next task of the same problem was created; null if there is none */
  readonly nextAt: Date | null
  /** oldest first */
  readonly moves: readonly Move[]
}

/** The status item of a fault; `follows` if the item itself moves with the reports. */
export interface FaultItem {
  readonly itemId: string
  readonly itemName: string
  readonly follows: boolean
}

const reportOf = (task: FaultTask, confirmed: boolean): ReportState => {
  if (task.status === 'IN_PROGRESS') return 'IN_PROGRESS'
  return confirmed ? 'CONFIRMED' : 'REPORTED'
}

/** When the work ended; null while no completion counts. */
const endOf = (
  { status, verification, completedAt, nextAt }: FaultTask,
  doneAt: Date | null,
): Date | null => {
  if (status !== 'DONE') return null
  // Rejected while another task of the same problem was open: the fault ends with that task.
  if (verification === 'REJECTED' && nextAt) return nextAt
  return completedAt ?? doneAt
}

/** The spans in which the fault of a task existed, oldest first; the last one may be open. */
export const faultsOf = (task: FaultTask, { itemId, itemName, follows }: FaultItem): Span[] => {
  const spans: Span[] = []
  let id = task.id
  let startedAt = task.createdAt
  let doneAt: Date | null = null
  let confirmed = false
  const add = (endedAt: Date | null): void => {
    const certain = confirmed || (endedAt === null && task.reporters > 1)
    spans.push({
      id,
      itemId,
      itemName,
      // An item that follows the reports already shows DEGRADED itself.
      state: certain && !follows ? 'DEGRADED' : 'OPERATIONAL',
      report: endedAt ? 'RESOLVED' : reportOf(task, certain),
      startedAt,
      endedAt,
      note: null,
      issues: task.issues,
      reports: task.reporters,
      changedAt: endedAt ?? task.moves.at(-1)?.at ?? startedAt,
    })
  }
  const lastOpened = task.moves.findLast(({ action }) => action === 'REOPENED')
  for (const move of task.moves) {
    if (move.action === 'REOPENED') {
      const refuted = move.verdict === 'REJECTED' || (move === lastOpened && task.verification === 'REJECTED')
      if (doneAt && !refuted) {
        add(doneAt)
        id = move.id
        startedAt = move.at
      }
      doneAt = null
      confirmed = true
    } else if (move.to === 'DONE') doneAt = move.at
    else confirmed = true
  }
  add(endOf(task, doneAt))
  return spans
}
