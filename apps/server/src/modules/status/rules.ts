/**
 * How a status item moves. Pure: what is known goes in, the next state comes out.
 *
 * report  what visitors said: OK → REPORTED → CONFIRMED → IN_PROGRESS → RESOLVED → OK
 * state   whether it works, as staff said; a confirmed report makes a working item DEGRADED and a solved one gives
 *         that back, and only that: what staff said stays
 */
import type { OperationalState, ReportState, TaskStatus } from '#contracts/records.ts'

export interface ItemState {
  readonly state: OperationalState
  readonly setBy: 'SYSTEM' | 'STAFF'
  readonly report: ReportState
}

const minute = 60_000
const hour = 60 * minute

/** A second report within this time, from another source, confirms the first. */
export const confirmWithinMs = 60 * minute
/** Nobody confirmed it: it is forgotten this long after the last report. */
export const forgottenAfterMs = 12 * hour
/** A solved problem that nobody sees again is over. */
export const quietAfterMs = 24 * hour

/** The item with another report state, and what follows from it for the operational one. */
export const withReport = (item: ItemState, report: ReportState): ItemState => {
  const confirmed = report === 'CONFIRMED' || report === 'IN_PROGRESS'
  if (confirmed && item.state === 'OPERATIONAL') return { state: 'DEGRADED', setBy: 'SYSTEM', report }
  const over = report === 'OK' || report === 'RESOLVED'
  if (over && item.state === 'DEGRADED' && item.setBy === 'SYSTEM')
    return { state: 'OPERATIONAL', setBy: 'SYSTEM', report }
  return { ...item, report }
}

/** @param independent another source has reported the same problem within the last hour */
export const afterReport = (item: ItemState, independent: boolean): ItemState => {
  switch (item.report) {
    case 'OK':
      return withReport(item, 'REPORTED')
    case 'REPORTED':
      return independent ? withReport(item, 'CONFIRMED') : item
    // Still there.
    case 'RESOLVED':
      return withReport(item, 'CONFIRMED')
    default:
      return item
  }
}

/**
 * Work on the tasks behind the reports of an item goes on.
 * @param unfinished statuses of those that are not done
 * @param reopened a done one has just become work again: somebody has seen that the problem is there
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

/** Staff say how it is: that settles what visitors said. */
export const afterStaff = (item: ItemState, state: OperationalState): ItemState => {
  const setBy = 'STAFF'
  if (state !== 'OPERATIONAL')
    return {
      state,
      setBy,
      report: item.report === 'REPORTED' || item.report === 'RESOLVED' ? 'CONFIRMED' : item.report,
    }
  const settled = {
    OK: 'OK',
    REPORTED: 'OK',
    CONFIRMED: 'RESOLVED',
    IN_PROGRESS: 'RESOLVED',
    RESOLVED: 'RESOLVED',
  } as const
  return { state, setBy, report: settled[item.report] }
}

/** When an item falls silent unless something is heard of it; undefined: never. */
export const silentAt = ({ report }: ItemState, lastReportAt: Date, reportSince: Date): Date | undefined => {
  if (report === 'REPORTED') return new Date(lastReportAt.getTime() + forgottenAfterMs)
  if (report === 'RESOLVED') return new Date(reportSince.getTime() + quietAfterMs)
  return undefined
}

/** Time goes by. */
export const afterQuiet = (item: ItemState, now: Date, lastReportAt: Date, reportSince: Date): ItemState => {
  const at = silentAt(item, lastReportAt, reportSince)
  return at && now >= at ? withReport(item, 'OK') : item
}
