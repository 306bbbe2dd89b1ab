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

type Gaps = OnCall['gaps']

/** Buildings, or a skill there, that have nobody at these times of a day. */
export interface Lack extends Pick<OnCall['uncovered'][number], 'buildings' | 'skill'> {
  readonly times: readonly Times[]
}

export interface OnCallDay {
  readonly date: string
  /** shifts that start on this day, of operators who can be called */
  readonly turns: readonly Turn[]
  /** clipped to this day; 24:00 is its end */
  readonly gaps: readonly Times[]
  /** those that `gaps` does not say already */
  readonly lacks: readonly Lack[]
}

/** Whether the operator is absent when a shift of that day starts; past days are unknown. */
export const isAway = ({ duty }: Operator, date: string, from: string, timeZone: string): boolean =>
  duty.state === 'ABSENT' &&
  date >= todayIn(timeZone) &&
  (duty.until === null || localTimeIn(duty.until, timeZone) > `${date} ${from}`)

const isWithin = <T extends { readonly from: string; readonly to: string }>(
  { from, to }: T,
  spans: readonly T[],
): boolean => spans.some((span) => span.from <= from && to <= span.to)

const localGapsOf = (gaps: Gaps, timeZone: string): LocalSpan[] =>
  gaps.map(({ from, to }) => ({ from: localTimeIn(from, timeZone), to: localTimeIn(to, timeZone) }))

/** The parts of a day. */
const timesOn = (date: string, gaps: readonly LocalSpan[]): Times[] => {
  const [start, end] = [`${date} 00:00`, `${plusDays(date, 1)} 00:00`]
  return gaps
    .filter(({ from, to }) => to > start && from < end)
    .map(({ from, to }) => ({
      from: from > start ? from.slice(11) : '00:00',
      to: to < end ? to.slice(11) : '24:00',
    }))
}

/** How many gaps touch the seven days from the first. */
export const countGaps = (
  start: string,
  { gaps, uncovered, timeZone }: Pick<OnCall, 'gaps' | 'uncovered' | 'timeZone'>,
): number => {
  const further = uncovered.flatMap((one) => one.gaps.filter((gap) => !isWithin(gap, gaps)))
  return localGapsOf([...gaps, ...further], timeZone).filter(
    ({ from, to }) => to > `${start} 00:00` && from < `${plusDays(start, 7)} 00:00`,
  ).length
}

/** A shift during a gap does not count: its operator may not work, e.g. because a certificate has expired. */
export const onCallDays = (
  dates: readonly string[],
  operators: readonly Operator[],
  { gaps, uncovered }: Pick<OnCall, 'gaps' | 'uncovered'>,
  timeZone: string,
): OnCallDay[] => {
  const localGaps = localGapsOf(gaps, timeZone)
  const lacks = uncovered.map((one) => ({ ...one, gaps: localGapsOf(one.gaps, timeZone) }))
  return dates.map((date) => {
    const own = timesOn(date, localGaps)
    return {
      date,
      turns: operators
        .filter(({ state }) => state === 'ACTIVE')
        .flatMap((operator) => shiftsOn(operator.shifts, date).times.map((times) => ({ ...times, operator })))
        .filter(
          ({ operator, ...times }) =>
            !isWithin(localSpanOf(date, times), localGaps) && !isAway(operator, date, times.from, timeZone),
        )
        .sort((a, b) => (a.from < b.from ? -1 : 1)),
      gaps: own,
      lacks: lacks
        .map(({ buildings, skill, gaps: all }) => ({ buildings, skill, times: timesOn(date, all) }))
        .filter(({ times }) => times.some((one) => !isWithin(one, own))),
    }
  })
}
