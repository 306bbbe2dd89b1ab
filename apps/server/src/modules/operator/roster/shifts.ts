/** Times of work by weekly pattern and exceptions. Pure functions, exact in nights of 23 and 25 hours. */
import type { ShiftException, Shifts, WeeklyShift } from '#contracts/operator/records.ts'

/** Milliseconds since 1970; `to` is excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

type Times = Pick<WeeklyShift, 'from' | 'to'>

/** Shifts that start on this day: its exceptions, otherwise the pattern. */
const beginsOn = ({ weekly, exceptions }: Shifts, date: Temporal.PlainDate): readonly Times[] => {
  const own = exceptions.filter((exception) => exception.date === date.toString())
  if (own.length > 0) return own.flatMap((exception) => ('off' in exception ? [] : [exception]))
  return weekly.filter(({ day }) => day === date.dayOfWeek)
}

/** A time that a clock change skips is an hour later, a repeated time is the first. */
const instantOf = (date: Temporal.PlainDate, time: string, timeZone: string): number =>
  date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds

const dayOf = (at: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()

/** The days of a range, and the day before: its shift may extend into the range. */
function* daysOf({ from, to }: Span, timeZone: string): Generator<Temporal.PlainDate> {
  const last = dayOf(to, timeZone)
  for (
    let day = dayOf(from, timeZone).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    yield day
}

/** The shifts that start on one day; one within a skipped hour is left out. */
const shiftsOn = (shifts: Shifts, date: Temporal.PlainDate, timeZone: string): Span[] =>
  beginsOn(shifts, date)
    .map(({ from, to }) => ({
      from: instantOf(date, from, timeZone),
      to: instantOf(to > from ? date : date.add({ days: 1 }), to, timeZone),
    }))
    .filter(({ from, to }) => from < to)

/** The shifts that touch a range, in order. */
export const shiftsWithin = (shifts: Shifts, timeZone: string, range: Span): Span[] => {
  if (shifts.weekly.length === 0 && shifts.exceptions.length === 0) return []
  return [...daysOf(range, timeZone)]
    .flatMap((day) => shiftsOn(shifts, day, timeZone))
    .filter(({ from, to }) => to > range.from && from < range.to)
    .sort((a, b) => a.from - b.from)
}

// More consecutive days than exceptions can mark as off.
const farthestDays = 215
const dayMs = 86_400_000

/** When the next shift after `at` starts; undefined if none is planned. */
export const nextShiftAfter = (shifts: Shifts, timeZone: string, at: number): number | undefined => {
  if (shifts.weekly.length === 0 && shifts.exceptions.length === 0) return undefined
  for (const day of daysOf({ from: at, to: at + farthestDays * dayMs }, timeZone)) {
    const starts = shiftsOn(shifts, day, timeZone)
      .map(({ from }) => from)
      .filter((from) => from > at)
    if (starts.length > 0) return Math.min(...starts)
  }
  return undefined
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayMinutes = 1440

interface Named extends Span {
  readonly name: string
}

/** Minutes on a common scale that starts at day `day`. */
const onScale = ({ from, to }: Times, day: number, name: string): Named => {
  const start = day * dayMinutes + minutesOf(from)
  const length = minutesOf(to) - minutesOf(from)
  return { from: start, to: start + (length > 0 ? length : length + dayMinutes), name }
}

export type Overlap = readonly [first: string, second: string]

/** The first two of which one starts before the other has ended. */
const firstOverlap = (spans: readonly Named[]): Overlap | undefined => {
  const ordered = spans.toSorted((a, b) => a.from - b.from || a.to - b.to)
  for (const [index, span] of ordered.entries()) {
    const next = ordered[index + 1]
    if (next && next.from < span.to) return [span.name, next.name]
  }
  return undefined
}

const weekdays = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const weeklyName = ({ day, from, to }: WeeklyShift): string => `${weekdays[day]} ${from}–${to}`

const weeklyOverlap = (weekly: readonly WeeklyShift[]): Overlap | undefined => {
  const week = weekly.map((shift) => onScale(shift, shift.day - 1, weeklyName(shift)))
  // The week is repeated, because Sunday's night extends into Monday.
  const again = week.map(({ from, to, name }) => ({
    from: from + 7 * dayMinutes,
    to: to + 7 * dayMinutes,
    name,
  }))
  return firstOverlap([...week, ...again])
}

const isOff = (exception: ShiftException): boolean => 'off' in exception

const exceptionOverlap = (shifts: Shifts): Overlap | undefined => {
  const byDate = Map.groupBy(shifts.exceptions, ({ date }) => date)
  for (const [text, own] of byDate) {
    if (own.length > 1 && own.some(isOff)) return [`${text} off`, `another exception of ${text}`]
    const date = Temporal.PlainDate.from(text)
    const around = [-1, 0, 1].flatMap((offset) => {
      const day = date.add({ days: offset })
      return beginsOn(shifts, day).map((times) =>
        onScale(times, offset, `${day.toString()} ${times.from}–${times.to}`),
      )
    })
    const found = firstOverlap(around)
    if (found) return found
  }
  return undefined
}

/**
 * Two shifts of one person at the same time, also over midnight and over the end of the week; undefined if there are
 * none.
 */
export const overlapOf = (shifts: Shifts): Overlap | undefined =>
  weeklyOverlap(shifts.weekly) ?? exceptionOverlap(shifts)
