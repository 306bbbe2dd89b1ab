/**
 * State transitions of a status item, as pure functions.
 *
 * report  what visitors said: OK → REPORTED → CONFIRMED → IN_PROGRESS → RESOLVED → OK
 * state   whether it works, as staff said; a confirmed report makes an OPERATIONAL item DEGRADED, and a resolved
 * one reverts only that: what staff set stays
 */
import type { OperationalState, ReportState, TaskStatus } from '#contracts/records.ts'

export interface ItemState {
  readonly state: OperationalState
  readonly setBy: 'SYSTEM' | 'STAFF'
  readonly report: ReportState
}

const minute = 60_000
const hour = 60 * minute

/** A second report from another source within this time confirms the first. */
export const confirmWithinMs = 60 * minute
/** An unconfirmed report expires this long after the last report. */
export const unconfirmedExpiryMs = 12 * hour
/** A resolved problem becomes OK after this time without a new report. */
export const resolvedExpiryMs = 24 * hour

/** The item with another report state, and the operational state that follows from it. */
export const withReport = (item: ItemState, report: ReportState): ItemState => {
  const confirmed = report === 'CONFIRMED' || report === 'IN_PROGRESS'
  if (confirmed && item.state === 'OPERATIONAL') return { state: 'DEGRADED', setBy: 'SYSTEM', report }
  const over = report === 'OK' || report === 'RESOLVED'
  if (over && item.state === 'DEGRADED' && item.setBy === 'SYSTEM')
    return { state: 'OPERATIONAL', setBy: 'SYSTEM', report }
  return { ...item, report }
}

/** @param independent another source reported the same problem within the last hour */
export const afterReport = (item: ItemState, independent: boolean): ItemState => {
  switch (item.report) {
    case 'OK':
      return withReport(item, 'REPORTED')
    case 'REPORTED':
      return independent ? withReport(item, 'CONFIRMED') : item
    // A report after RESOLVED means that the problem is still there.
    case 'RESOLVED':
      return withReport(item, 'CONFIRMED')
    default:
      return item
  }
}

/**
 * The state after a change of the tasks behind the item's reports.
 * @param unfinished statuses of those that are not done
 * @param reopened a task was reopened just now: somebody has seen that the problem is still there
 */
export const afterTasks = (
  item: ItemState,
  unfinished: readonly TaskStatus[],
  reopened: boolean,
): ItemState => {
  if (item.report === 'OK')
    return reopened && unfinished.length > 0
      ? withReport(item, unfinished.includes('IN_PROGRESS') ? 'IN_PROGRESS' : 'CONFIRMED')
      : item
  if (unfinished.length === 0) return withReport(item, 'RESOLVED')
  if (unfinished.includes('IN_PROGRESS')) return withReport(item, 'IN_PROGRESS')
  return item.report === 'REPORTED' ? item : withReport(item, 'CONFIRMED')
}

/** Staff set the state, which overrides what visitors reported. */
export const afterStaff = (item: ItemState, state: OperationalState): ItemState => {
  const setBy = 'STAFF'
  if (state !== 'OPERATIONAL')
    return {
      state,
      setBy,
      report: item.report === 'REPORTED' || item.report === 'RESOLVED' ? 'CONFIRMED' : item.report,
    }
  const reportAfter = {
    OK: 'OK',
    REPORTED: 'OK',
    CONFIRMED: 'RESOLVED',
    IN_PROGRESS: 'RESOLVED',
    RESOLVED: 'RESOLVED',
  } as const
  return { state, setBy, report: reportAfter[item.report] }
}

/** When a report state expires without a new report; undefined: never. */
export const expiresAt = ({ report }: ItemState, lastReportAt: Date, reportSince: Date): Date | undefined => {
  if (report === 'REPORTED') return new Date(lastReportAt.getTime() + unconfirmedExpiryMs)
  if (report === 'RESOLVED') return new Date(reportSince.getTime() + resolvedExpiryMs)
  return undefined
}

/** The state after time has passed. */
export const afterExpiry = (item: ItemState, now: Date, lastReportAt: Date, reportSince: Date): ItemState => {
  const at = expiresAt(item, lastReportAt, reportSince)
  return at && now >= at ? withReport(item, 'OK') : item
}
