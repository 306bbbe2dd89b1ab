/** A status item's row as staff and as visitors see it. */

import { itemNameFor } from '#contracts/catalogue/names.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { OperationalState, ReportState } from '#contracts/records.ts'
import type { StatusItem } from '#contracts/status/items.ts'
import { leastHopeful } from '#contracts/status/open-reports.ts'
import type { Incident, PublicStatusItem } from '#contracts/status.ts'
import type { ItemState } from './rules.ts'
import type { Span } from './timeline.ts'
import { worstState } from './worst-state.ts'

export interface ItemRow {
  readonly id: string
  readonly amenity_id: string
  readonly name: string
  readonly position: number
  readonly visible: boolean
  readonly state: string
  readonly state_set_by: string
  readonly report: string
  readonly since: Date
  readonly reports: number
  readonly last_report_at: Date | null
  readonly report_since: Date | null
  readonly reported_since: Date | null
  /** when staff last said OPERATIONAL; null if never, or if they have said otherwise since */
  readonly working_said_at: Date | null
  readonly note: string | null
  readonly expected_end: Date | null
  readonly created_at: Date
  readonly version: number
}

export const presentItem = (row: ItemRow): StatusItem => ({
  id: row.id,
  amenityId: row.amenity_id,
  name: row.name,
  position: row.position,
  visible: row.visible,
  state: row.state as OperationalState,
  report: row.report as ReportState,
  since: row.since.toISOString(),
  reports: row.reports,
  note: row.note,
  expectedEnd: row.expected_end?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** Only public fields. */
export const presentPublicItem = (row: ItemRow, language: VisitorLanguage): PublicStatusItem => {
  const { id, name, state, report, since, reports, note, expectedEnd } = presentItem(row)
  return { id, name: itemNameFor(name, language), state, report, since, reports, note, expectedEnd }
}

/**
 * Shows a fault at its item even if the report named no item or is long ago.
 * @param faults open faults of the item
 * @param incidents open incidents of the item
 */
export const withFaults = (
  item: PublicStatusItem,
  faults: readonly Span[],
  incidents: readonly Incident[],
): PublicStatusItem => {
  const openReport = leastHopeful(incidents.map((incident) => incident.report))
  const state = worstState([item.state, ...faults.map((fault) => fault.state)])
  const report = openReport ?? item.report
  if (state === item.state && report === item.report) return item
  const changes = faults.map(({ changedAt }) => changedAt.toISOString())
  return {
    ...item,
    state,
    report,
    since: [item.since ?? '', ...changes].sort().at(-1) ?? item.since,
    reports: Math.max(item.reports, ...incidents.map(({ reports }) => reports)),
  }
}

export const toState = (row: ItemRow): ItemState => ({
  state: row.state as OperationalState,
  setBy: row.state_set_by as ItemState['setBy'],
  report: row.report as ReportState,
})
