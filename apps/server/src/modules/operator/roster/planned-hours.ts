/** Hours on duty by plan. */
import type { Shifts } from '#contracts/operator/records.ts'
import { mergeSpans, within } from './duty.ts'
import { type Span, shiftsWithin } from './shifts.ts'

/** Hours of the shifts within a range; days off are no shifts. */
export const plannedHours = (shifts: Shifts, timeZone: string, range: Span): number =>
  within(mergeSpans(shiftsWithin(shifts, timeZone, range)), range).reduce(
    (hours, { from, to }) => hours + (to - from) / 3_600_000,
    0,
  )
