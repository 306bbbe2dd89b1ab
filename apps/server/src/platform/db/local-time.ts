/** The wall clock of a zone in a statement, by our own time zones: those of the database may be of another year. */
import { zoneTime } from '../zone-time.ts'

export interface LocalTime {
  /** seconds to be added to UTC, by era */
  readonly offsets: readonly number[]
  /** where the eras begin */
  readonly starts: readonly string[]
}

/** Of what lies between two moments, in milliseconds since 1970. */
export const localTime = (zone: string, from: number, to: number): LocalTime => {
  const eras = zoneTime(zone).erasBetween(from, to)
  return {
    offsets: eras.map(({ offset }) => offset / 1000),
    starts: eras.map((era) => (era.from === -Infinity ? '-infinity' : new Date(era.from).toISOString())),
  }
}

/** A `timestamp`; offsets and starts are placeholders. */
export const asLocal = (column: string, offsets: string, starts: string): string =>
  `((${column} at time zone 'UTC') + make_interval(secs => (${offsets}::float8[])[width_bucket(${column}, ${starts}::timestamptz[])]))`
