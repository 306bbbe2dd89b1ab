/**
 * Working time: when a clock runs, how much of it lies between two times, and when a given amount has passed. Times
 * are milliseconds since 1970. A calendar is open while the zone's wall clock is within an interval of that weekday
 * and the day is no holiday; so when clocks are set back, the repeated hour counts twice.
 */

import { dateNumber, openOffsetSpans } from '#server/platform/zone-time.ts'

const minute = 60_000
const day = 86_400_000
/** A calendar that does not open within ten years counts as never opening. */
const longestDays = 3660

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Minutes of the day; `from` is before `to`. */
export interface DayInterval {
  readonly from: number
  readonly to: number
}

export interface CalendarInput {
  /** IANA name */
  readonly zone: string
  /** Monday first; intervals of a day ascend and do not touch */
  readonly weekly: readonly (readonly DayInterval[])[]
  /** ISO dates */
  readonly holidays: Iterable<string>
}

export type DayKind = 'OPEN' | 'CLOSED' | 'HOLIDAY'

export interface Calendar {
  /** day of the zone's wall clock, counted from 1970-01-01 */
  dateAt(at: number): number
  kindOf(date: number): DayKind
  /** of one day, ascending, not touching */
  stretchesOf(date: number): readonly Stretch[]
}

export const makeCalendar = ({ zone, weekly, holidays }: CalendarInput): Calendar => {
  const spanOf = openOffsetSpans(zone)
  const closed = new Set([...holidays].map(dateNumber))
  const known = new Map<number, readonly Stretch[]>()
  // 1970-01-01 was a Thursday.
  const intervalsOf = (date: number): readonly DayInterval[] => weekly[(((date + 3) % 7) + 7) % 7] ?? []
  const kindOf = (date: number): DayKind =>
    closed.has(date) ? 'HOLIDAY' : intervalsOf(date).length > 0 ? 'OPEN' : 'CLOSED'

  const find = (date: number): Stretch[] => {
    if (kindOf(date) !== 'OPEN') return []
    const found: Stretch[] = []
    // No zone is more than a day from UTC, so these offset spans cover the day.
    for (let span = spanOf((date - 1) * day); ; span = spanOf(span.to)) {
      for (const { from, to } of intervalsOf(date)) {
        const start = Math.max(date * day + from * minute - span.offset, span.from)
        const end = Math.min(date * day + to * minute - span.offset, span.to)
        if (start < end) found.push({ from: start, to: end })
      }
      if (span.to >= (date + 2) * day) break
    }
    return mergeTouching(found.sort((a, b) => a.from - b.from))
  }
  return {
    dateAt: (at) => Math.floor((at + spanOf(at).offset) / day),
    kindOf,
    stretchesOf: (date) => {
      const before = known.get(date)
      if (before) return before
      const stretches = find(date)
      known.set(date, stretches)
      return stretches
    },
  }
}

/** Ascending stretches, with touching ones merged. */
const mergeTouching = (stretches: readonly Stretch[]): Stretch[] => {
  const result: Stretch[] = []
  for (const one of stretches) {
    const last = result.at(-1)
    if (last && one.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, one.to) }
    else result.push(one)
  }
  return result
}

/** A stretch minus pauses, which ascend and do not touch. */
export const withoutPauses = (stretch: Stretch, pauses: readonly Stretch[]): Stretch[] => {
  const left: Stretch[] = []
  let { from } = stretch
  for (const pause of pauses) {
    if (pause.to <= from) continue
    if (pause.from >= stretch.to) break
    if (pause.from > from) left.push({ from, to: pause.from })
    from = Math.max(from, pause.to)
  }
  if (from < stretch.to) left.push({ from, to: stretch.to })
  return left
}

/** The time by which a clock runs. */
export interface Schedule {
  /** When `ms` of running time have passed since `from`; undefined if never. */
  add(from: number, ms: number, pauses: readonly Stretch[]): number | undefined
  /** Running time between two times, in ms. */
  between(from: number, to: number, pauses: readonly Stretch[]): number
  /** The end of work on the n-th working day after the day of `from`; undefined if never. */
  closeOfDay(from: number, days: number): number | undefined
  /** The stretches in which it runs between two times; at most `limit` */
  running(from: number, to: number, pauses: readonly Stretch[], limit: number): Stretch[]
}

/** Open stretches from a time on, for at most `longestDays`. */
function* openFrom(calendar: Calendar, from: number): Generator<Stretch> {
  const first = calendar.dateAt(from)
  for (let date = first; date < first + longestDays; date++)
    for (const stretch of calendar.stretchesOf(date))
      if (stretch.to > from) yield { from: Math.max(stretch.from, from), to: stretch.to }
}

const closeOf = (calendar: Calendar, from: number, days: number): number | undefined => {
  const first = calendar.dateAt(from)
  let left = days
  for (let date = first + 1; date < first + longestDays; date++) {
    const close = calendar.stretchesOf(date).at(-1)?.to
    if (close !== undefined && --left === 0) return close
  }
  return undefined
}

/** Runs only while the calendar is open. */
export const onHours = (calendar: Calendar): Schedule => ({
  add: (from, ms, pauses) => {
    if (ms <= 0) return from
    let left = ms
    for (const stretch of openFrom(calendar, from)) {
      for (const piece of withoutPauses(stretch, pauses)) {
        const length = piece.to - piece.from
        if (left <= length) return piece.from + left
        left -= length
      }
    }
    return undefined
  },
  between: (from, to, pauses) => {
    let sum = 0
    for (const stretch of openFrom(calendar, from)) {
      if (stretch.from >= to) break
      for (const piece of withoutPauses({ from: stretch.from, to: Math.min(stretch.to, to) }, pauses))
        sum += piece.to - piece.from
    }
    return sum
  },
  closeOfDay: (from, days) => closeOf(calendar, from, days),
  running: (from, to, pauses, limit) => {
    const found: Stretch[] = []
    for (const stretch of openFrom(calendar, from)) {
      if (stretch.from >= to || found.length >= limit) break
      found.push(...withoutPauses({ from: stretch.from, to: Math.min(stretch.to, to) }, pauses))
    }
    return found
  },
})

/** Runs around the clock; the calendar only defines working days. */
export const aroundTheClock = (calendar: Calendar): Schedule => ({
  add: (from, ms, pauses) => {
    let [at, left] = [from, ms]
    for (const pause of pauses) {
      if (pause.to <= at) continue
      if (at + left <= pause.from) break
      left -= Math.max(0, pause.from - at)
      at = pause.to
    }
    return at + left
  },
  between: (from, to, pauses) =>
    from >= to
      ? 0
      : withoutPauses({ from, to }, pauses).reduce((sum, piece) => sum + piece.to - piece.from, 0),
  closeOfDay: (from, days) => closeOf(calendar, from, days),
  running: (from, to, pauses, limit) =>
    from >= to ? [] : withoutPauses({ from, to }, pauses).slice(0, limit),
})
