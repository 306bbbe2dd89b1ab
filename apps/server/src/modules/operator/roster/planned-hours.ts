/** Hours on duty by plan. */
import type { Shifts } from '#contracts/operator/records.ts'
import { type Duty, mergeSpans, subtractSpan, within } from './duty.ts'
import { type Span, shiftsWithin } from './shifts.ts'

interface Planned {
  readonly shifts: Shifts
  readonly duty: Duty
}

/** Hours of the shifts within a range, without the absence that was told; days off are no shifts. */
export const plannedHours = ({ shifts, duty }: Planned, timeZone: string, range: Span): number => {
  const planned = mergeSpans(shiftsWithin(shifts, timeZone, range))
  const away =
    duty.state === 'ABSENT' && duty.at !== null
      ? { from: duty.at.getTime(), to: duty.until?.getTime() ?? Number.POSITIVE_INFINITY }
      : null
  return within(away ? subtractSpan(planned, away) : planned, range).reduce(
    (hours, { from, to }) => hours + (to - from) / 3_600_000,
    0,
  )
}
