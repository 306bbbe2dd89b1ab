/**
 * Local time by arithmetic: a zone has a constant offset between two transitions. Times are milliseconds since
 * 1970.
 */

const day = 86_400_000

/** A span with one UTC offset: local time is UTC plus `offset`. */
export interface OffsetSpan {
  readonly from: number
  readonly to: number
  readonly offset: number
}

const offsetSpanAt = (zone: string, at: number): OffsetSpan => {
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  // A time at a transition belongs to the span that starts there.
  const next = here.getTimeZoneTransition('next')
  const before = here.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: before?.epochMilliseconds ?? -Infinity,
    to: next?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  }
}

/** Offset spans of about thirty years. */
const maxSpans = 64

export const openOffsetSpans = (zone: string): ((at: number) => OffsetSpan) => {
  const known: OffsetSpan[] = []
  return (at) => {
    const found = known.find(({ from, to }) => from <= at && at < to)
    if (found) return found
    const span = offsetSpanAt(zone, at)
    known.unshift(span)
    if (known.length > maxSpans) known.pop()
    return span
  }
}

/** Days from 1970-01-01 to an ISO date. */
export const dateNumber = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / day

/** ISO date of a number of days since 1970. */
export const isoDate = (date: number): string => new Date(date * day).toISOString().slice(0, 10)

/** Days of a zone, as numbers since 1970. */
export interface ZoneTime {
  /** local date */
  dateAt(at: number): number
  /** first time of a day; for a day that the zone skipped, that of the next day */
  startOf(date: number): number
  offsetSpanAt(at: number): OffsetSpan
  /** spans that overlap the range, ascending */
  offsetSpansBetween(from: number, to: number): OffsetSpan[]
}

const openZone = (zone: string): ZoneTime => {
  const spanOf = openOffsetSpans(zone)
  return {
    offsetSpanAt: spanOf,
    dateAt: (at) => Math.floor((at + spanOf(at).offset) / day),
    startOf: (date) => {
      // UTC offsets are below a day, so the day starts in one of these spans.
      for (let span = spanOf((date - 1) * day); ; span = spanOf(span.to)) {
        const start = Math.max(date * day - span.offset, span.from)
        if (start < span.to && start + span.offset >= date * day) return start
      }
    },
    offsetSpansBetween: (from, to) => {
      let last = spanOf(from)
      const found = [last]
      while (last.to < to) {
        last = spanOf(last.to)
        found.push(last)
      }
      return found
    },
  }
}

const zones = new Map<string, ZoneTime>()

/** @param zone IANA name; results are cached */
export const zoneTime = (zone: string): ZoneTime => {
  const known = zones.get(zone)
  if (known) return known
  const opened = openZone(zone)
  zones.set(zone, opened)
  return opened
}
