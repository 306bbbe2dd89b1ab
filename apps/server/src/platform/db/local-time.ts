/** The wall clock of a zone in a statement, by our own time zones: those of the database may be of another year. */
import { zoneTime } from '../zone-time.ts'

export interface LocalTime {
  /** seconds to be added to UTC, by offset span */
  readonly offsets: readonly number[]
  /** where the offset spans begin */
  readonly starts: readonly string[]
}

/** Of what lies between two moments, in milliseconds since 1970. */
export const localTime = (zone: string, from: number, to: number): LocalTime => {
  const spans = zoneTime(zone).offsetSpansBetween(from, to)
  return {
    offsets: spans.map(({ offset }) => offset / 1000),
    starts: spans.map((span) => (span.from === -Infinity ? '-infinity' : new Date(span.from).toISOString())),
  }
}

/** A `timestamp`; offsets and starts are placeholders. */
export const asLocal = (column: string, offsets: string, starts: string): string =>
  `((${column} at time zone 'UTC') + make_interval(secs => (${offsets}::float8[])[width_bucket(${column}, ${starts}::timestamptz[])]))`
