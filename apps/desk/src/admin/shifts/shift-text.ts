/** Shifts as typed: `06:00–14:00, 22:00–06:00`; empty: off. A shift that ends before it starts ends on the next day. */
import type { ShiftException, Shifts, WeeklyShift } from '#contracts/operator/records.ts'
import { weekdayOf } from '#desk-kit/lib/days.ts'

/** Local times, HH:MM. */
export type Times = Pick<WeeklyShift, 'from' | 'to'>

const clock = /^([01]?\d|2[0-4])(?:[:.]?([0-5]\d))?$/

const readClock = (text: string): string | undefined => {
  const [, hour, minute = '00'] = clock.exec(text.trim()) ?? []
  if (hour === undefined) return undefined
  const whole = `${hour.padStart(2, '0')}:${minute}`
  return whole > '24:00' ? undefined : whole.replace('24:', '00:')
}

/** @returns undefined where the text cannot be parsed */
export const readTimes = (text: string): Times[] | undefined => {
  const found: Times[] = []
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === '') continue
    const [first = '', second = '', ...rest] = part.split(/[-–]/)
    const [from, to] = [readClock(first), readClock(second)]
    if (from === undefined || to === undefined || rest.length > 0) return undefined
    found.push({ from, to })
  }
  return found
}

export const timesText = (times: readonly Times[]): string =>
  times.map(({ from, to }) => `${from}–${to}`).join(', ')

/** Shifts that start on a weekday by the pattern. */
export const patternOn = ({ weekly }: Pick<Shifts, 'weekly'>, weekday: number): Times[] =>
  weekly.filter(({ day }) => day === weekday).map(({ from, to }) => ({ from, to }))

export type DayKind = 'PATTERN' | 'OFF' | 'OTHER'

export interface DayShifts {
  readonly kind: DayKind
  readonly times: readonly Times[]
}

const isOff = (one: ShiftException): one is { date: string; off: true } => 'off' in one

/** Shifts that start on a day: its exceptions, else the pattern. */
export const shiftsOn = (shifts: Shifts, date: string): DayShifts => {
  const own = shifts.exceptions.filter((one) => one.date === date)
  if (own.length === 0) return { kind: 'PATTERN', times: patternOn(shifts, weekdayOf(date)) }
  const times = own.flatMap((one) => (isOff(one) ? [] : [{ from: one.from, to: one.to }]))
  return { kind: times.length === 0 ? 'OFF' : 'OTHER', times }
}

/** Replaces the exceptions of one day. */
export const withDay = (
  exceptions: readonly ShiftException[],
  date: string,
  { kind, times }: DayShifts,
): ShiftException[] => {
  const others = exceptions.filter((one) => one.date !== date)
  if (kind === 'PATTERN') return others
  if (kind === 'OFF') return [...others, { date, off: true }]
  return [...others, ...times.map((one) => ({ date, ...one }))]
}

const dayMinutes = 1440
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The first weekday with overlapping shifts, 1 is Monday; undefined: none. */
export const overlapIn = (weekly: readonly WeeklyShift[]): number | undefined => {
  const spans = weekly
    .map(({ day, from, to }) => {
      const start = (day - 1) * dayMinutes + minutesOf(from)
      return {
        day,
        start,
        end: start + ((minutesOf(to) - minutesOf(from) + dayMinutes) % dayMinutes || dayMinutes),
      }
    })
    .sort((a, b) => a.start - b.start)
  const [first] = spans
  // Sunday's night shift may overlap Monday's first.
  const around = first ? [...spans, { ...first, start: first.start + 7 * dayMinutes }] : []
  return around.find((span, index) => span.start < (around[index - 1]?.end ?? 0))?.day
}
