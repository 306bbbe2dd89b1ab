/**
 * Working time: when it runs, how much of it lies between two moments, and when so much of it has passed. Moments are
 * milliseconds since 1970. A calendar is open at a moment where the wall clock of its zone stands within an interval of
 * that weekday and the day is no holiday; so a night of 25 hours has the hour that comes twice twice.
 */

import { dateNumber, openOffsetSpans } from '#server/platform/zone-time.ts'

const minute = 60_000
const day = 86_400_000
/** After which a calendar counts as one that never opens again; ten years. */
const longestDays = 3660

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Minutes of the day, `from` before `to`. */
export interface DayInterval {
  readonly from: number
  readonly to: number
}

export interface CalendarInput {
  /** IANA */
  readonly zone: string
  /** Monday first; each day ascending and apart */
  readonly weekly: readonly (readonly DayInterval[])[]
  /** ISO dates on which nobody works */
  readonly holidays: Iterable<string>
}

export type DayKind = 'OPEN' | 'CLOSED' | 'HOLIDAY'

export interface Calendar {
  /** the day of the zone's wall clock, counted from 1970-01-01 */
  dateAt(at: number): number
  kindOf(date: number): DayKind
  /** of one day, ascending and apart */
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
    // No zone is further than a day from UTC, so these offset spans are all that this day can lie in.
    for (let span = spanOf((date - 1) * day); ; span = spanOf(span.to)) {
      for (const { from, to } of intervalsOf(date)) {
        const start = Math.max(date * day + from * minute - span.offset, span.from)
        const end = Math.min(date * day + to * minute - span.offset, span.to)
        if (start < end) found.push({ from: start, to: end })
      }
      if (span.to >= (date + 2) * day) break
    }
    return joined(found.sort((a, b) => a.from - b.from))
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

/** Ascending stretches with those that touch made one. */
const joined = (stretches: readonly Stretch[]): Stretch[] => {
  const result: Stretch[] = []
  for (const one of stretches) {
    const last = result.at(-1)
    if (last && one.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, one.to) }
    else result.push(one)
  }
  return result
}

/** What is left of a stretch without the pauses, which are ascending and apart. */
export const without = (stretch: Stretch, pauses: readonly Stretch[]): Stretch[] => {
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

/** By which time a clock runs. */
export interface Schedule {
  /** When `ms` of running time have passed since `from`; undefined where that never comes. */
  add(from: number, ms: number, pauses: readonly Stretch[]): number | undefined
  /** Running time between two moments, in ms. */
  between(from: number, to: number, pauses: readonly Stretch[]): number
  /** The end of work on the n-th working day after the day of `from`; undefined where that never comes. */
  closeOfDay(from: number, days: number): number | undefined
  /** When it runs between two moments; at most `limit` stretches */
  running(from: number, to: number, pauses: readonly Stretch[], limit: number): Stretch[]
}

/** Stretches from a moment on, day by day, as far as anybody looks. */
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

/** While the calendar is open. */
export const onHours = (calendar: Calendar): Schedule => ({
  add: (from, ms, pauses) => {
    if (ms <= 0) return from
    let left = ms
    for (const stretch of openFrom(calendar, from)) {
      for (const piece of without(stretch, pauses)) {
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
      for (const piece of without({ from: stretch.from, to: Math.min(stretch.to, to) }, pauses))
        sum += piece.to - piece.from
    }
    return sum
  },
  closeOfDay: (from, days) => closeOf(calendar, from, days),
  running: (from, to, pauses, limit) => {
    const found: Stretch[] = []
    for (const stretch of openFrom(calendar, from)) {
      if (stretch.from >= to || found.length >= limit) break
      found.push(...without({ from: stretch.from, to: Math.min(stretch.to, to) }, pauses))
    }
    return found
  },
})

/** Around the clock; the calendar tells what a working day is. */
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
    from >= to ? 0 : without({ from, to }, pauses).reduce((sum, piece) => sum + piece.to - piece.from, 0),
  closeOfDay: (from, days) => closeOf(calendar, from, days),
  running: (from, to, pauses, limit) => (from >= to ? [] : without({ from, to }, pauses).slice(0, limit)),
})
