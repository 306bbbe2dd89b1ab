/** An operator's row as the API returns it. */
import type { Certification, Operator } from '#contracts/operator/records.ts'
import { addressOfImage } from '#server/modules/uploads/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { daysAfter, localDay } from '#server/platform/local-day.ts'
import { isOnDuty } from '../roster/duty.ts'
import { type ShownOperator, selectShownOperators } from './select-operators.ts'

/** Days before its end in which a certification is EXPIRING. */
export const expiringDays = 30

/** @param today in the tenant's time zone */
export const certificationState = (validUntil: string | null, today: string): Certification['state'] => {
  if (validUntil === null) return 'VALID'
  if (validUntil < today) return 'EXPIRED'
  return validUntil <= daysAfter(today, expiringDays) ? 'EXPIRING' : 'VALID'
}

export const presentOperator = (ctx: StaffContext, row: ShownOperator): Operator => {
  const { timeZone } = ctx.tenant
  const today = localDay(ctx.now, timeZone)
  const duty = { state: row.duty as Operator['duty']['state'], at: row.duty_at, until: row.duty_until }
  const isOver = row.duty_until !== null && row.duty_until <= ctx.now
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? row.member_email,
    companyId: row.company_id,
    companyName: row.company_name,
    userId: row.member_id,
    state: row.shown_state,
    skills: row.skills,
    languages: row.languages,
    duty: {
      state: row.shown_duty as Operator['duty']['state'],
      until: isOver ? null : (row.duty_until?.toISOString() ?? null),
    },
    onDuty: row.shown_state === 'ACTIVE' && isOnDuty({ duty, shifts: row.shown_shifts }, timeZone, ctx.now),
    maxOpenTasks: row.max_open_tasks,
    load: { open: row.open, inProgress: row.in_progress },
    certifications: row.certifications.map((one) => ({
      ...one,
      state: certificationState(one.validUntil, today),
      proofUrl: one.proofKey === null ? null : addressOfImage(ctx, one.proofKey),
    })),
    shifts: row.shown_shifts,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

/** Includes changes of this transaction. @throws ServiceError NOT_FOUND */
export const readOperator = async (ctx: StaffContext, id: string): Promise<Operator> => {
  const row = await selectShownOperators(ctx, { ids: [id] }).executeTakeFirst()
  if (!row) throw notFound()
  return presentOperator(ctx, row)
}

/** In one statement. @returns operators by id */
export const readOperators = async (
  ctx: StaffContext,
  ids: readonly string[],
): Promise<Map<string, Operator>> => {
  if (ids.length === 0) return new Map()
  const rows = await selectShownOperators(ctx, { ids }).execute()
  return new Map(rows.map((row) => [row.id, presentOperator(ctx, row)]))
}

/** Locks the operator until the commit. @throws ServiceError NOT_FOUND */
export const lockOperator = async (ctx: TenantContext, id: string) => {
  const row = await ctx.db
    .selectFrom('operator')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
