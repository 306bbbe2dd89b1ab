/** Loads companies with their people into an organisation, for the demo. */
import type { CompanyKind, Contact, CoveragePart, Shifts } from '#contracts/operator/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { daysAfter, localDay } from '#server/platform/local-day.ts'
import { planExpiryEvents } from '../certifications/expiring.ts'
import { planEnd } from '../companies/company-state.ts'
import { dutyEnds } from '../duty/end-duty.ts'
import { handOver } from '../duty/handover.ts'
import { readTimeZone } from '../roster/time-zone.ts'

export interface LoadedOperator {
  readonly name: string
  readonly email: string | null
  readonly userId: string | null
  readonly skills: readonly string[]
  readonly languages: readonly string[]
  readonly maxOpenTasks: number | null
  readonly shifts: Shifts
  /** days from today to its last day */
  readonly certificates: readonly (readonly [name: string, skill: string, days: number])[]
  /** absent from now on; their tasks go to others */
  readonly absentUntil: Date | null
}

export interface LoadedCompany {
  readonly name: string
  readonly kind: CompanyKind
  readonly coverage: readonly CoveragePart[]
  readonly contractUntil: string | null
  readonly contacts: readonly Contact[]
  readonly operators: readonly LoadedOperator[]
}

export const loadOperators = async (
  ctx: TenantContext,
  companies: readonly LoadedCompany[],
): Promise<void> => {
  const { tenantId: tenant_id, now } = ctx
  const stamps = { created_at: now, updated_at: now }
  const made = companies.map((company) => ({ ...company, id: newId(now.getTime()) }))
  const people = made.flatMap(({ id: companyId, operators }) =>
    operators.map((one) => ({ ...one, companyId, id: newId(now.getTime()) })),
  )
  await ctx.db
    .insertInto('company')
    .values(
      made.map(({ id, name, kind, coverage, contractUntil, contacts }) => ({
        tenant_id,
        id,
        name,
        kind,
        coverage: JSON.stringify(coverage),
        contract_until: contractUntil,
        contacts: JSON.stringify(contacts),
        ...stamps,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('operator')
    .values(
      people.map((one) => ({
        tenant_id,
        id: one.id,
        company_id: one.companyId,
        user_id: one.userId,
        name: one.name,
        email: one.email,
        skills: [...one.skills],
        languages: [...one.languages],
        max_open_tasks: one.maxOpenTasks,
        shifts: JSON.stringify(one.shifts),
        duty: one.absentUntil === null ? 'OFF' : 'ABSENT',
        duty_at: one.absentUntil === null ? null : now,
        duty_until: one.absentUntil,
        ...stamps,
      })),
    )
    .execute()
  const today = localDay(now, await readTimeZone(ctx))
  const certificates = people.flatMap(({ id: operatorId, certificates: own }) =>
    own.map(([name, skill, days]) => ({
      id: newId(now.getTime()),
      operatorId,
      name,
      skill,
      validUntil: daysAfter(today, days),
    })),
  )
  if (certificates.length > 0)
    await ctx.db
      .insertInto('operator_certification')
      .values(
        certificates.map(({ id, operatorId, name, skill, validUntil }) => ({
          tenant_id,
          id,
          operator_id: operatorId,
          name,
          skill,
          valid_until: validUntil,
        })),
      )
      .execute()
  await planExpiryEvents(ctx, certificates)
  const absent = people.flatMap((one) => (one.absentUntil ? [{ ...one, until: one.absentUntil }] : []))
  await ctx.scheduleEach(dutyEnds, new Map(absent.map(({ id, until }) => [id, until])))
  // One after the other, because each handover looks at the load after the one before.
  for (const { id, contractUntil } of made) if (contractUntil) await planEnd(ctx, id, contractUntil)
  for (const one of absent)
    await handOver(ctx, { id: one.id, user_id: one.userId, company_id: one.companyId, name: one.name })
}
