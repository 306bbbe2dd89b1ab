/** When somebody is on duty: what they told goes before their pattern, for as long as it holds. Pure. */
import type { DutyState, Shifts } from '#contracts/operator/records.ts'
import { dayAt } from './days.ts'
import { nextShiftAfter, type Span, shiftsWithin } from './shifts.ts'

export interface Duty {
  readonly state: DutyState
  /** when it was told; null: nothing was told */
  readonly at: Date | null
  /** null: nothing was said of its end */
  readonly until: Date | null
}

interface OnDuty {
  readonly shifts: Shifts
  readonly duty: Duty
}

/**
 * Until when what was told holds. Without an end of its own an absence holds until something else is told, ON until
 * the shift ends that it was told in, and all others until the next shift begins.
 */
const toldUntil = ({ shifts, duty }: OnDuty, at: number, timeZone: string): number => {
  if (duty.until !== null) return duty.until.getTime()
  if (duty.state === 'ABSENT') return Number.POSITIVE_INFINITY
  const current =
    duty.state === 'ON' ? shiftsWithin(shifts, timeZone, { from: at, to: at + 1 })[0] : undefined
  return current?.to ?? nextShiftAfter(shifts, timeZone, at) ?? Number.POSITIVE_INFINITY
}

/** Spans without what lies within `hole`. */
const without = (spans: readonly Span[], hole: Span): Span[] =>
  spans.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, hole.from) },
      { from: Math.max(from, hole.to), to },
    ].filter((part) => part.from < part.to),
  )

/** Ordered, and those that touch made one. */
export const united = (spans: readonly Span[]): Span[] => {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else result.push(span)
  }
  return result
}

/** What of a range no span holds; the spans are united. */
export const gapsIn = (spans: readonly Span[], range: Span): Span[] =>
  spans.reduce<Span[]>((gaps, span) => without(gaps, span), [range])

/** What of the spans lies within a range. */
export const within = (spans: readonly Span[], range: Span): Span[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to)

/** When somebody is on duty, united: all that touches a range. */
export const dutyWithin = (person: OnDuty, timeZone: string, range: Span): Span[] => {
  const planned = shiftsWithin(person.shifts, timeZone, range)
  const at = person.duty.at?.getTime()
  if (at === undefined) return united(planned)
  const told = { from: at, to: toldUntil(person, at, timeZone) }
  const spans = without(planned, told)
  return united(person.duty.state === 'ON' ? [...spans, told] : spans).filter(
    ({ from, to }) => to > range.from && from < range.to,
  )
}

/** Whether somebody is on duty at a moment. */
export const isOnDuty = (person: OnDuty, timeZone: string, at: Date): boolean =>
  dutyWithin(person, timeZone, { from: at.getTime(), to: at.getTime() + 1 }).length > 0

/** Whether a shift put there would have them on duty: none is planned then, it is no day off, and they are not away. */
export const isFree = ({ shifts, duty }: OnDuty, timeZone: string, range: Span): boolean => {
  const { state, at, until } = duty
  // What else was told without an end is over when the shift begins.
  const isTold = until === null ? state === 'ABSENT' : until.getTime() > range.from
  const isAway = at !== null && state !== 'ON' && isTold
  const day = dayAt(new Date(range.from), timeZone)
  const isOff = shifts.exceptions.some((one) => 'off' in one && one.date === day)
  return !isAway && !isOff && shiftsWithin(shifts, timeZone, range).length === 0
}
