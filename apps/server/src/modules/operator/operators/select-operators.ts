/** Reads operators with everything that is shown of them, in one statement for a page. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Certification, Shifts } from '#contracts/operator/records.ts'
import type { OperatorLack } from '#contracts/setup-health.ts'
import type { FigureContext, TenantContext } from '#server/platform/context.ts'
import { containing, nameHas } from '#server/platform/db/lists.ts'
import { daysAfter, localDay } from '#server/platform/local-day.ts'

/** A removed member counts as none. */
const stateOf = sql<'INVITED' | 'ACTIVE' | 'INACTIVE'>`case
  when operator.state = 'INACTIVE' or member.state = 'DISABLED' then 'INACTIVE'
  when member.state = 'INVITED' then 'INVITED' else 'ACTIVE' end`

/** Duty whose end has passed no longer applies. */
const dutyOf = (now: Date): RawBuilder<string> =>
  sql<string>`case when operator.duty_until <= ${now} then 'OFF' else operator.duty end`

/** Counted by index, because the tally does not include changes of this transaction. */
const loadOf = (tenantId: string, status: 'OPEN' | 'IN_PROGRESS') => sql<number>`(
  select count(*) from task where tenant_id = ${tenantId} and assignee_id in (operator.id, member.id) and status = ${status}
    and merged_into is null)`

type StoredCertification = Pick<Certification, 'id' | 'name' | 'skill' | 'validUntil' | 'proofKey'>

const certificationsOf = (tenantId: string) => sql<StoredCertification[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'skill', c.skill, 'validUntil', c.valid_until,
    'proofKey', c.proof_key) order by c.name, c.id), '[]')
  from operator_certification c where c.tenant_id = ${tenantId} and c.operator_id = operator.id)`

/** Days before its end from which a certification is listed. */
const certificateDays = 30

/** Conditions for incomplete operators who work. @param today in the tenant's time zone */
const lackConditions = (
  tenantId: string,
  today: string,
): Readonly<Record<OperatorLack, RawBuilder<SqlBool>>> => ({
  SKILL: sql`operator.skills = '{}'`,
  LANGUAGE: sql`operator.languages = '{}'`,
  CONTACT: sql`(member.id is null and coalesce(operator.email, '') = '')`,
  CERTIFICATE: sql`exists (
    select from operator_certification c where c.tenant_id = ${tenantId} and c.operator_id = operator.id
      and c.valid_until <= ${daysAfter(today, certificateDays)}::date)`,
})

export interface OperatorFilter {
  readonly ids?: readonly string[] | undefined
  readonly q?: string | undefined
  readonly companyIds?: readonly string[] | undefined
  readonly skills?: readonly string[] | undefined
  readonly buildingIds?: readonly string[] | undefined
  readonly duties?: readonly string[] | undefined
  readonly states?: readonly string[] | undefined
  readonly missing?: { readonly any: readonly OperatorLack[]; readonly today: string } | undefined
}

/** SQL: whether company and own buildings include at least one of these. */
const covers = (buildingIds: readonly string[]) => sql<boolean>`exists (
  select from unnest(${buildingIds}::uuid[]) as asked (id)
  where (coalesce(member.building_ids, '{}') = '{}' or asked.id = any(member.building_ids))
    and (company.id is null or (company.kind = 'IN_HOUSE' and company.coverage = '[]') or exists (
      select from jsonb_array_elements(company.coverage) part
      where part -> 'buildingIds' is null or part -> 'buildingIds' ? asked.id::text)))`

export const selectOperators = (ctx: TenantContext, filter: OperatorFilter = {}) => {
  const { ids, q, companyIds, skills, buildingIds, duties, states, missing } = filter
  let rows = ctx.db
    .selectFrom('operator')
    .leftJoin('company', 'company.id', 'operator.company_id')
    .leftJoin('app_user as member', (join) =>
      join.onRef('member.id', '=', 'operator.user_id').on('member.removed_at', 'is', null),
    )
  if (ids) rows = rows.where('operator.id', 'in', [...ids])
  if (q !== undefined)
    rows = rows.where((eb) =>
      eb.or([nameHas(sql`operator.name`, q), eb('operator.email', 'ilike', containing(q))]),
    )
  if (companyIds && companyIds.length > 0) rows = rows.where('operator.company_id', 'in', [...companyIds])
  if (skills) rows = rows.where(sql<boolean>`operator.skills && ${skills}::text[]`)
  if (buildingIds && buildingIds.length > 0) rows = rows.where(covers(buildingIds))
  if (duties) rows = rows.where(sql<boolean>`${dutyOf(ctx.now)} = any(${duties}::text[])`)
  if (missing) {
    const of = lackConditions(ctx.tenantId, missing.today)
    const any = sql.join(
      missing.any.map((lack) => of[lack]),
      sql` or `,
    )
    rows = rows.where(sql<boolean>`(${stateOf} = 'ACTIVE' and (${any}))`)
  }
  if (states) rows = rows.where(sql<boolean>`${stateOf} = any(${states}::text[])`)
  return rows
}

export const selectShownOperators = (ctx: TenantContext, filter: OperatorFilter = {}) =>
  selectOperators(ctx, filter)
    .selectAll('operator')
    .select(['company.name as company_name', 'member.id as member_id', 'member.email as member_email'])
    .select([
      stateOf.as('shown_state'),
      dutyOf(ctx.now).as('shown_duty'),
      loadOf(ctx.tenantId, 'OPEN').as('open'),
      loadOf(ctx.tenantId, 'IN_PROGRESS').as('in_progress'),
      certificationsOf(ctx.tenantId).as('certifications'),
      sql<Shifts>`operator.shifts`.as('shown_shifts'),
    ])

export type ShownOperator = Awaited<
  ReturnType<ReturnType<typeof selectShownOperators>['executeTakeFirstOrThrow']>
>

/** How many working operators lack which property. */
export const countIncompleteOperators = async (
  ctx: FigureContext,
): Promise<Readonly<Record<OperatorLack, number>>> => {
  const of = lackConditions(ctx.tenantId, localDay(ctx.now, ctx.tenant.timeZone))
  return selectOperators(ctx, { states: ['ACTIVE'] })
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(of.SKILL).as('SKILL'),
      fn.countAll<number>().filterWhere(of.LANGUAGE).as('LANGUAGE'),
      fn.countAll<number>().filterWhere(of.CONTACT).as('CONTACT'),
      fn.countAll<number>().filterWhere(of.CERTIFICATE).as('CERTIFICATE'),
    ])
    .executeTakeFirstOrThrow()
}
