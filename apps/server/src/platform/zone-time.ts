/** Wall clocks: between two changes of its offset that of a zone is arithmetic. Moments are milliseconds since 1970. */

const day = 86_400_000

/** Of one offset: local time is the moment plus it. */
export interface OffsetSpan {
  readonly from: number
  readonly to: number
  readonly offset: number
}

const offsetSpanAt = (zone: string, at: number): OffsetSpan => {
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  // A moment is in the offset span that begins with it.
  const next = here.getTimeZoneTransition('next')
  const before = here.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: before?.epochMilliseconds ?? -Infinity,
    to: next?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  }
}

/** Some thirty years. */
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

/** Days since 1970 of an ISO date. */
export const dateNumber = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / day

/** The ISO date of days since 1970. */
export const isoDate = (date: number): string => new Date(date * day).toISOString().slice(0, 10)

/** A zone's days, as days since 1970. */
export interface ZoneTime {
  /** the day of the wall clock */
  dateAt(at: number): number
  /** the first moment of a day; of one that the zone left out, that of the next */
  startOf(date: number): number
  offsetSpanAt(at: number): OffsetSpan
  /** those that touch the stretch, ascending */
  offsetSpansBetween(from: number, to: number): OffsetSpan[]
}

const openZone = (zone: string): ZoneTime => {
  const spanOf = openOffsetSpans(zone)
  return {
    offsetSpanAt: spanOf,
    dateAt: (at) => Math.floor((at + spanOf(at).offset) / day),
    startOf: (date) => {
      // No zone is further than a day from UTC, so the day begins in one of these offset spans.
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

/** @param zone IANA; what was found out of it is kept */
export const zoneTime = (zone: string): ZoneTime => {
  const known = zones.get(zone)
  if (known) return known
  const opened = openZone(zone)
  zones.set(zone, opened)
  return opened
}
