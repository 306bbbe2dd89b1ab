/** Validates the input of a mailing and adds defaults. */
import type { Static } from 'typebox'
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { Mailing, MailingFormat, updateMailing } from '#contracts/sharing/mailings.ts'
import { faultOf, type Recurrence, readRule, timesAfter } from '#server/modules/schedules/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { forbidden, invalid } from '#server/platform/errors.ts'
import { readScope } from '../scope.ts'

type Input = Static<typeof updateMailing.body>

const checkedTimes = 10
/** Milliseconds; less than a day, because a clock change may skip an hour. */
const minIntervalMs = 22 * 3600_000

/** Whether the plan includes this format. */
export const planIncludes = (plan: Plan, format: MailingFormat): boolean => {
  const has = entitlementsOf(plan)
  return format === 'MAIL' || has.includes(format === 'PDF' ? 'PDF_REPORTS' : 'DATA_EXPORT_CSV')
}

const isTooOften = (recurrence: Recurrence, now: Date): boolean => {
  const times = timesAfter(recurrence, now, checkedTimes).map((time) => time.getTime())
  return times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) < minIntervalMs)
}

const keptRule = (text: string): string => {
  const rule = readRule(text)
  if ('refused' in rule) throw invalid('body.rrule', rule.refused)
  return rule.text
}

const readStart = (text: string): string => {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toString({ smallestUnit: 'minute' })
  } catch {
    throw invalid('body.startsAt', 'must be a time that exists, such as 2026-11-23T07:00')
  }
}

/** Today at 07:00 local time. */
const usualStart = (timeZone: string, now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainDateTime('07:00')
    .toString({ smallestUnit: 'minute' })

/** @throws ServiceError VALIDATION_ERROR for a recurrence without dates, or with more than one a day */
export const validateRecurrence = (recurrence: Recurrence, now: Date): void => {
  const fault = faultOf(recurrence, now)
  if (fault) throw invalid(`body.${fault.field}`, fault.message)
  if (isTooOften(recurrence, now)) throw invalid('body.rrule', 'occurs more often than once a day')
}

/** @param before of the mailing before the change */
export const readRecurrence = (
  ctx: StaffContext,
  { rrule, startsAt, timeZone }: Pick<Input, 'rrule' | 'startsAt' | 'timeZone'>,
  before: Recurrence | undefined,
): Recurrence => {
  const zone = timeZone ?? (timeZone === null ? undefined : before?.timeZone) ?? ctx.tenant.timeZone
  return {
    rrule: rrule === undefined ? (before?.rrule ?? '') : keptRule(rrule),
    startsAt: startsAt === undefined ? (before?.startsAt ?? usualStart(zone, ctx.now)) : readStart(startsAt),
    timeZone: zone,
  }
}

/** The period that fits the recurrence. */
export const usualPeriod = (rrule: string): Mailing['period'] => {
  if (rrule.includes('FREQ=DAILY')) return 'YESTERDAY'
  if (rrule.includes('FREQ=WEEKLY')) return 'LAST_7_DAYS'
  if (!rrule.includes('FREQ=MONTHLY')) return 'LAST_30_DAYS'
  return /INTERVAL=3(;|$)/.test(rrule) ? 'LAST_QUARTER' : 'LAST_MONTH'
}

export const usualLanguage = async (ctx: StaffContext): Promise<Mailing['language']> =>
  (await tenantLanguage(ctx)) === 'de' ? 'de' : 'en'

/**
 * Columns of the fields in the body except recipients, recurrence and state.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for a place, FORBIDDEN for a format outside the plan
 */
export const readDetails = async (
  ctx: StaffContext,
  { name, contents, scope, period, format, language }: Input,
  before: Pick<Mailing, 'format' | 'scope'> | undefined,
) => {
  if (format !== undefined && format !== before?.format && !planIncludes(ctx.tenant.plan, format))
    throw forbidden(`${format} attachments need the plan BUSINESS`)
  return {
    ...(name === undefined ? {} : { name }),
    ...(contents === undefined ? {} : { contents }),
    ...(scope === undefined ? {} : { scope: JSON.stringify(await readScope(ctx, scope, before?.scope)) }),
    ...(period === undefined ? {} : { period }),
    ...(format === undefined ? {} : { format }),
    ...(language === undefined ? {} : { language }),
  }
}
