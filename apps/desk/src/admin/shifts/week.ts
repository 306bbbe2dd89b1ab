/** On-call turns and gaps of a week, by local days. */
import type { OnCall, Operator } from '#contracts/operator/records.ts'
import { localTimeIn, plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { shiftsOn, type Times } from './shift-text.ts'

/** Seven days from the first. */
export const daysOf = (first: string): string[] =>
  [0, 1, 2, 3, 4, 5, 6].map((offset) => plusDays(first, offset))

/** Two local times such as `2026-11-22 09:05`. */
interface LocalSpan {
  readonly from: string
  readonly to: string
}

const localSpanOf = (date: string, { from, to }: Times): LocalSpan => ({
  from: `${date} ${from}`,
  to: `${to > from ? date : plusDays(date, 1)} ${to}`,
})

export interface Turn extends Times {
  readonly operator: Operator
}

export interface OnCallDay {
  readonly date: string
  /** shifts that start on this day, of operators who can be called */
  readonly turns: readonly Turn[]
  /** clipped to this day; 24:00 is its end */
  readonly gaps: readonly Times[]
}

/** Whether the operator is absent when a shift of that day starts; past days are unknown. */
export const isAway = ({ duty }: Operator, date: string, from: string, timeZone: string): boolean =>
  duty.state === 'ABSENT' &&
  date >= todayIn(timeZone) &&
  (duty.until === null || localTimeIn(duty.until, timeZone) > `${date} ${from}`)

/** A shift during a gap does not count: its operator may not work, e.g. because a certificate has expired. */
export const onCallDays = (
  dates: readonly string[],
  operators: readonly Operator[],
  gaps: OnCall['gaps'],
  timeZone: string,
): OnCallDay[] => {
  const localGaps = gaps.map(({ from, to }) => ({
    from: localTimeIn(from, timeZone),
    to: localTimeIn(to, timeZone),
  }))
  return dates.map((date) => {
    const [start, end] = [`${date} 00:00`, `${plusDays(date, 1)} 00:00`]
    return {
      date,
      turns: operators
        .filter(({ state }) => state === 'ACTIVE')
        .flatMap((operator) => shiftsOn(operator.shifts, date).times.map((times) => ({ ...times, operator })))
        .filter(({ operator, ...times }) => {
          const shift = localSpanOf(date, times)
          const isInGap = localGaps.some(({ from, to }) => from <= shift.from && shift.to <= to)
          return !isInGap && !isAway(operator, date, times.from, timeZone)
        })
        .sort((a, b) => (a.from < b.from ? -1 : 1)),
      gaps: localGaps
        .filter(({ from, to }) => to > start && from < end)
        .map(({ from, to }) => ({
          from: from > start ? from.slice(11) : '00:00',
          to: to < end ? to.slice(11) : '24:00',
        })),
    }
  })
}
