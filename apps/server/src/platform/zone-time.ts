/** Wall clocks: between two changes of its offset that of a zone is arithmetic. Moments are milliseconds since 1970. */

const day = 86_400_000

/** Of one offset: local time is the moment plus it. */
export interface Era {
  readonly from: number
  readonly to: number
  readonly offset: number
}

const eraAt = (zone: string, at: number): Era => {
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  // A moment is in the era that begins with it.
  const next = here.getTimeZoneTransition('next')
  const before = here.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: before?.epochMilliseconds ?? -Infinity,
    to: next?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  }
}

/** Some thirty years. */
const most = 64

export const openEras = (zone: string): ((at: number) => Era) => {
  const known: Era[] = []
  return (at) => {
    const found = known.find(({ from, to }) => from <= at && at < to)
    if (found) return found
    const era = eraAt(zone, at)
    known.unshift(era)
    if (known.length > most) known.pop()
    return era
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
  eraAt(at: number): Era
  /** those that touch the stretch, ascending */
  erasBetween(from: number, to: number): Era[]
}

const openZone = (zone: string): ZoneTime => {
  const eraOf = openEras(zone)
  return {
    eraAt: eraOf,
    dateAt: (at) => Math.floor((at + eraOf(at).offset) / day),
    startOf: (date) => {
      // No zone is further than a day from UTC, so the day begins in one of these eras.
      for (let era = eraOf((date - 1) * day); ; era = eraOf(era.to)) {
        const start = Math.max(date * day - era.offset, era.from)
        if (start < era.to && start + era.offset >= date * day) return start
      }
    },
    erasBetween: (from, to) => {
      let last = eraOf(from)
      const found = [last]
      while (last.to < to) {
        last = eraOf(last.to)
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
