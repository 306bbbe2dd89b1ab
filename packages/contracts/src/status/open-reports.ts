/** Order of visitors' open reports. */
import type { ReportState } from '#contracts/records.ts'

/** The least hopeful first: of two faults, the one that nobody works on is shown. */
export const openReports = ['CONFIRMED', 'REPORTED', 'IN_PROGRESS'] as const satisfies readonly ReportState[]

/** The least hopeful of these states; undefined if none is open. */
export const leastHopeful = (reports: readonly ReportState[]): (typeof openReports)[number] | undefined =>
  openReports.find((report) => reports.includes(report))
