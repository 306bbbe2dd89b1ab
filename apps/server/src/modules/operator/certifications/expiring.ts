/** Announces the end of a certification once, 30 days before; if its date changes, at the new time. */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { daysAfter, localDay, startOfLocalDay } from '#server/platform/local-day.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { expiringDays } from '../operators/present-operator.ts'
import { readTimeZone } from '../roster/time-zone.ts'

const expires = 'operator.certificate_expires'

/** Certifications without an end, or that have ended, are not announced. */
export const planExpiryEvents = async (
  ctx: TenantContext,
  certificates: readonly { readonly id: string; readonly validUntil: string | null }[],
): Promise<void> => {
  const timeZone = await readTimeZone(ctx)
  const today = localDay(ctx.now, timeZone)
  await ctx.scheduleEach(
    expires,
    new Map(
      certificates.flatMap(({ id, validUntil }) =>
        validUntil === null || validUntil < today
          ? []
          : [[id, startOfLocalDay(validUntil, timeZone, -expiringDays)] as const],
      ),
    ),
  )
}

interface CertificationRow {
  operator_id: string
  name: string
  valid_until: string | null
}

const readText = `select c.operator_id, c.name, c.valid_until from operator_certification c
  join operator o on o.tenant_id = $1 and o.id = c.operator_id
  where c.tenant_id = $1 and c.id = $2 and o.state = 'ACTIVE' for update of c`

const emitExpiring: ScheduledJobHandler = async (ctx, id) => {
  const [certificate] = await ctx.run<CertificationRow>(readText, [ctx.tenantId, id])
  if (!certificate || certificate.valid_until === null) return
  const { operator_id: operatorId, name, valid_until: validUntil } = certificate
  const today = localDay(ctx.now, await readTimeZone(ctx))
  // The organisation has changed its time zone meanwhile.
  if (validUntil > daysAfter(today, expiringDays)) return planExpiryEvents(ctx, [{ id, validUntil }])
  await emit(ctx, 'operator.certification_expiring', { operatorId, name, validUntil })
}

export const certificateWork = { [expires]: emitExpiring }
