/** Days between which a scout may inspect, on the organisation's calendar. */
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { localDay } from '#server/platform/local-day.ts'

const usualDays = 90
const mostYears = 2

const today = ({ now, tenant }: StaffContext): Temporal.PlainDate =>
  Temporal.PlainDate.from(localDay(now, tenant.timeZone))

interface Dates {
  readonly validFrom: string
  readonly validUntil: string
}

/** @throws ServiceError VALIDATION_ERROR for an end before the beginning or beyond two years */
export const readDates = (
  ctx: StaffContext,
  given: { readonly validFrom?: string | undefined; readonly validUntil?: string | undefined },
  before?: Dates,
): Dates => {
  const from = Temporal.PlainDate.from(given.validFrom ?? before?.validFrom ?? today(ctx).toString())
  const until = Temporal.PlainDate.from(
    given.validUntil ?? before?.validUntil ?? from.add({ days: usualDays }).toString(),
  )
  if (Temporal.PlainDate.compare(until, from) < 0)
    throw invalid('body.validUntil', 'must not be before validFrom')
  if (Temporal.PlainDate.compare(until, today(ctx).add({ years: mostYears })) > 0)
    throw invalid('body.validUntil', `must be at most ${mostYears} years from now`)
  return { validFrom: from.toString(), validUntil: until.toString() }
}
