/**
 * Availability and incidents, derived from the changes of status items, as pure functions.
 *
 * available  the worst item is OPERATIONAL or DEGRADED; not so with MAINTENANCE or OUT_OF_ORDER
 * incident   an item was worse than OPERATIONAL, or a reported fault was not solved yet
 * day        a day on the building's wall clock; it has 23 or 25 hours when clocks change
 */
import { type OperationalState, operationalStates, type ReportState } from '#contracts/records.ts'
import { leastHopeful } from '#contracts/status/open-reports.ts'
import type { StatusDay } from '#contracts/status.ts'
import { isoDate, zoneTime } from '#server/platform/zone-time.ts'
import { type ClosedSpan, closuresOf } from './closures.ts'
import { worstState } from './worst-state.ts'

export interface ItemStart {
  readonly id: string
  readonly createdAt: Date
}

export interface StatusChange {
  readonly id: string
  readonly itemId: string
  readonly itemName: string
  readonly at: Date
  readonly state: OperationalState
  readonly report: ReportState
  readonly note: string | null
}

export interface Span {
  /** of the change, task or reopening that started the span; unique */
  readonly id: string
  readonly itemId: string
  readonly itemName: string
  /** the worst state during the span */
  readonly state: OperationalState
  /** the last report state: RESOLVED once ended, or OK if it was dismissed */
  readonly report: ReportState
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly note: string | null
  /** codes of the reported issues; absent if only the item is known */
  readonly issues?: readonly string[]
  /** number of independent reporters, if known from a task */
  readonly reports?: number
  /** time of the last change */
  readonly changedAt: Date
}

export interface Period {
  readonly zone: string
  readonly now: Date
  /** number of days including today */
  readonly days: number
}

export interface Timeline {
  /** oldest first */
  readonly days: StatusDay[]
  /** over all days with data; null if there are none */
  readonly availability: number | null
  /** oldest first */
  readonly incidents: Span[]
  /** oldest first */
  readonly closures: ClosedSpan[]
}

const worseReport = (one: ReportState, other: ReportState): ReportState => leastHopeful([one, other]) ?? one

const isIncident = ({ state, report }: StatusChange): boolean =>
  state !== 'OPERATIONAL' || !(report === 'OK' || report === 'RESOLVED')
const usable = (state: OperationalState): boolean => operationalStates.indexOf(state) <= 1

/** @param changes ascending by time */
const incidentsOf = (changes: readonly StatusChange[]): Span[] => {
  const open = new Map<string, Span>()
  const ended: Span[] = []
  for (const change of changes) {
    const span = open.get(change.itemId)
    if (isIncident(change)) {
      const { id, itemId, itemName, state, report, at, note } = change
      open.set(
        itemId,
        span
          ? {
              ...span,
              state: worstState([span.state, state]),
              report,
              note: note ?? span.note,
              changedAt: at,
            }
          : { id, itemId, itemName, state, report, startedAt: at, endedAt: null, note, changedAt: at },
      )
    } else if (span) {
      open.delete(change.itemId)
      ended.push({ ...span, report: change.report, endedAt: change.at, changedAt: change.at })
    }
  }
  return [...ended, ...open.values()]
}

export const latest = (...times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)))

const endMs = ({ endedAt }: Span): number => endedAt?.getTime() ?? Number.POSITIVE_INFINITY

const inOrder = (spans: readonly Span[]): Span[] =>
  [...spans].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1))

/** Issues and reports of two spans; if one is open, only open ones count. */
const combinedReports = (one: Span, other: Span): Pick<Span, 'issues' | 'reports'> => {
  const counted = [one, other].filter(({ endedAt }) => endedAt === null || (one.endedAt && other.endedAt))
  return {
    issues: [...new Set(counted.flatMap(({ issues = [] }) => issues))],
    reports: counted.reduce((sum, { reports = 0 }) => sum + reports, 0),
  }
}

/** Merges overlapping spans of one item into one incident. */
const mergedIncidents = (spans: readonly Span[]): Span[] => {
  const last = new Map<string, number>()
  const found: Span[] = []
  for (const span of inOrder(spans)) {
    const at = last.get(span.itemId)
    const before = at === undefined ? undefined : found[at]
    if (at === undefined || !before || endMs(before) < span.startedAt.getTime()) {
      last.set(span.itemId, found.push(span) - 1)
      continue
    }
    const later = endMs(span) > endMs(before) ? span : before
    found[at] = {
      ...before,
      state: worstState([before.state, span.state]),
      report: endMs(span) === endMs(before) ? worseReport(before.report, span.report) : later.report,
      endedAt: later.endedAt,
      note: before.note ?? span.note,
      changedAt: latest(before.changedAt, span.changedAt),
      ...combinedReports(before, span),
    }
  }
  return found
}

interface Segment {
  readonly from: number
  readonly to: number
  readonly state: OperationalState
}

/** The amenity's state over time, from its first item on. */
const segmentsOf = (
  items: readonly ItemStart[],
  changes: readonly StatusChange[],
  now: number,
): Segment[] => {
  const moves = [
    ...items.map(({ id, createdAt }) => ({
      at: createdAt.getTime(),
      itemId: id,
      state: 'OPERATIONAL' as const,
      first: true,
    })),
    ...changes.map(({ at, itemId, state }) => ({ at: at.getTime(), itemId, state, first: false })),
  ].sort((a, b) => a.at - b.at || Number(b.first) - Number(a.first))
  const current = new Map<string, OperationalState>()
  const segments: Segment[] = []
  moves.forEach(({ at, itemId, state }, index) => {
    current.set(itemId, state)
    const to = Math.min(moves[index + 1]?.at ?? now, now)
    if (to > at) segments.push({ from: at, to, state: worstState([...current.values()]) })
  })
  return segments
}

/** Between two times: how long the amenity had items, and how long it was usable; in milliseconds. */
export const usableTimeOf = (
  items: readonly ItemStart[],
  changes: readonly StatusChange[],
  from: number,
  to: number,
): { known: number; usable: number } => {
  let [known, usableTime] = [0, 0]
  for (const segment of segmentsOf(items, changes, to)) {
    const overlap = Math.max(0, Math.min(segment.to, to) - Math.max(segment.from, from))
    known += overlap
    if (usable(segment.state)) usableTime += overlap
  }
  return { known, usable: usableTime }
}

/** As days since 1970. */
export const firstDayOf = ({ zone, now, days }: Period): number =>
  zoneTime(zone).dateAt(now.getTime()) - days + 1

const round = (share: number): number => Math.round(share * 10_000) / 10_000

/**
 * @param changes ascending by time; those before the period are needed only for its initial state
 * @param faults additional spans from tasks of visitors' reports
 */
export const timelineOf = (
  items: readonly ItemStart[],
  changes: readonly StatusChange[],
  { zone, now, days }: Period,
  faults: readonly Span[] = [],
): Timeline => {
  const clock = zoneTime(zone)
  const first = firstDayOf({ zone, now, days })
  const segments = segmentsOf(items, changes, now.getTime())
  const incidents = inOrder(
    faults.length === 0 ? incidentsOf(changes) : mergedIncidents([...incidentsOf(changes), ...faults]),
  )
  const timesOf = (spans: readonly Span[]) =>
    spans.map((span) => ({ start: span.startedAt.getTime(), end: endMs(span), state: span.state }))
  const [incidentTimes, faultTimes] = [timesOf(incidents), timesOf(faults)]
  let known = 0
  let available = 0
  let next = 0
  const listed = Array.from({ length: days }, (_, index): StatusDay => {
    const date = first + index
    const [from, to] = [clock.startOf(date), Math.min(clock.startOf(date + 1), now.getTime())]
    let [dayKnown, dayAvailable] = [0, 0]
    const states: OperationalState[] = []
    while ((segments[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++
    for (let at = next; at < segments.length; at++) {
      const segment = segments[at]
      if (!segment || segment.from >= to) break
      const overlap = Math.min(segment.to, to) - Math.max(segment.from, from)
      dayKnown += overlap
      if (usable(segment.state)) dayAvailable += overlap
      states.push(segment.state)
    }
    known += dayKnown
    available += dayAvailable
    const during = (time: { start: number; end: number }): boolean => time.start < to && time.end > from
    return {
      date: isoDate(date),
      state: worstState([...states, ...faultTimes.filter(during).map(({ state }) => state)]),
      availability: dayKnown === 0 ? null : round(dayAvailable / dayKnown),
      incidents: incidentTimes.filter(during).length,
    }
  })
  const start = clock.startOf(first)
  const within = ({ endedAt }: Pick<Span, 'endedAt'>): boolean =>
    endedAt === null || endedAt.getTime() > start
  return {
    days: listed,
    availability: known === 0 ? null : round(available / known),
    incidents: incidents.filter(within),
    closures: closuresOf(changes).filter(within),
  }
}
