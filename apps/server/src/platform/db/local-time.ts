/** Local time in SQL by our own time zone data, since that of the database may be of another version. */
import { zoneTime } from '../zone-time.ts'

export interface LocalTime {
  /** seconds to add to UTC, for each offset span */
  readonly offsets: readonly number[]
  /** start times of the offset spans */
  readonly starts: readonly string[]
}

/** For times between `from` and `to`, in milliseconds since 1970. */
export const localTime = (zone: string, from: number, to: number): LocalTime => {
  const spans = zoneTime(zone).offsetSpansBetween(from, to)
  return {
    offsets: spans.map(({ offset }) => offset / 1000),
    starts: spans.map((span) => (span.from === -Infinity ? '-infinity' : new Date(span.from).toISOString())),
  }
}

/** SQL for a `timestamp`; offsets and starts are placeholders. */
export const asLocal = (column: string, offsets: string, starts: string): string =>
  `((${column} at time zone 'UTC') + make_interval(secs => (${offsets}::float8[])[width_bucket(${column}, ${starts}::timestamptz[])]))`
