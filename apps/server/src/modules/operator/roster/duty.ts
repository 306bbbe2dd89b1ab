/** When somebody is on duty: set duty precedes the weekly pattern while it applies. Pure functions. */
import type { DutyState, Shifts } from '#contracts/operator/records.ts'
import { localDay } from '#server/platform/local-day.ts'
import { nextShiftAfter, type Span, shiftsWithin } from './shifts.ts'

export interface Duty {
  readonly state: DutyState
  /** when it was set; null if it was not */
  readonly at: Date | null
  /** null: without an end */
  readonly until: Date | null
}

interface OnDuty {
  readonly shifts: Shifts
  readonly duty: Duty
}

/**
 * Until when set duty applies. Without an end an absence lasts until it is changed, ON until the end of the shift in
 * which it was set, others until the next shift starts.
 */
const setDutyUntil = ({ shifts, duty }: OnDuty, at: number, timeZone: string): number => {
  if (duty.until !== null) return duty.until.getTime()
  if (duty.state === 'ABSENT') return Number.POSITIVE_INFINITY
  const current =
    duty.state === 'ON' ? shiftsWithin(shifts, timeZone, { from: at, to: at + 1 })[0] : undefined
  return current?.to ?? nextShiftAfter(shifts, timeZone, at) ?? Number.POSITIVE_INFINITY
}

/** The spans without the part inside `hole`. */
export const subtractSpan = (spans: readonly Span[], hole: Span): Span[] =>
  spans.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, hole.from) },
      { from: Math.max(from, hole.to), to },
    ].filter((part) => part.from < part.to),
  )

/** Sorted and merged. */
export const mergeSpans = (spans: readonly Span[]): Span[] => {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else result.push(span)
  }
  return result
}

/** Parts of a range outside the spans, which must be merged. */
export const gapsIn = (spans: readonly Span[], range: Span): Span[] =>
  spans.reduce<Span[]>((gaps, span) => subtractSpan(gaps, span), [range])

/** Parts of the spans inside a range. */
export const within = (spans: readonly Span[], range: Span): Span[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to)

/** Merged times on duty that touch a range. */
export const dutyWithin = (person: OnDuty, timeZone: string, range: Span): Span[] => {
  const planned = shiftsWithin(person.shifts, timeZone, range)
  const at = person.duty.at?.getTime()
  if (at === undefined) return mergeSpans(planned)
  const setDuty = { from: at, to: setDutyUntil(person, at, timeZone) }
  const spans = subtractSpan(planned, setDuty)
  return mergeSpans(person.duty.state === 'ON' ? [...spans, setDuty] : spans).filter(
    ({ from, to }) => to > range.from && from < range.to,
  )
}

export const isOnDuty = (person: OnDuty, timeZone: string, at: Date): boolean =>
  dutyWithin(person, timeZone, { from: at.getTime(), to: at.getTime() + 1 }).length > 0

/** Whether a new shift there would have them on duty: none is planned, it is no day off, and they are not absent. */
export const isFree = ({ shifts, duty }: OnDuty, timeZone: string, range: Span): boolean => {
  const { state, at, until } = duty
  // Other duty without an end is over when the shift starts.
  const isReported = until === null ? state === 'ABSENT' : until.getTime() > range.from
  const isAway = at !== null && state !== 'ON' && isReported
  const day = localDay(new Date(range.from), timeZone)
  const isOff = shifts.exceptions.some((one) => 'off' in one && one.date === day)
  return !isAway && !isOff && shiftsWithin(shifts, timeZone, range).length === 0
}
