/** Reads everybody who may get work, once for a job or a request. */

import type { CompanyKind, CoveragePart, Load, Shifts } from '#contracts/operator/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { localDay } from '#server/platform/local-day.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { Duty } from './duty.ts'

export interface RosterCompany {
  readonly id: string
  readonly name: string
  readonly kind: CompanyKind
  readonly coverage: readonly CoveragePart[]
  /** first and last day of the contract */
  readonly contractFrom: string | null
  readonly contractUntil: string | null
  readonly slaPolicyId: string | null
  /** the day of reading, in the tenant's time zone */
  readonly today: string
}

export interface RosterOperator {
  readonly id: string
  readonly name: string
  /** their own address, otherwise that of the linked member */
  readonly email: string | null
  readonly userId: string | null
  readonly companyId: string | null
  readonly company: RosterCompany | null
  readonly skills: readonly string[]
  /** last day of the longest certification by skill; null: without an end */
  readonly certifiedUntil: Readonly<Record<string, string | null>>
  readonly shifts: Shifts
  readonly duty: Duty
  /** their tasks, including those of the linked member */
  readonly load: Load
  readonly maxOpenTasks: number | null
  /** of the linked member; empty: all */
  readonly buildingIds: readonly string[]
}

/** Active ones only: no suspended companies, and nobody who is invited, inactive or of such a company. */
export interface Roster {
  readonly companies: readonly RosterCompany[]
  readonly operators: readonly RosterOperator[]
}

interface CompanyRow {
  id: string
  name: string
  kind: CompanyKind
  coverage: CoveragePart[]
  contract_from: string | null
  contract_until: string | null
  sla_policy_id: string | null
  time_zone: string
}

const companiesText = `select t.time_zone, c.id, c.name, c.kind, c.coverage, c.contract_from, c.contract_until, c.sla_policy_id
  from tenant t left join company c on c.tenant_id = $1 and c.state = 'ACTIVE' where t.id = $1 order by c.name, c.id`

const operatorsText = `select o.id, o.name, coalesce(o.email, u.email) as email, u.id as user_id, o.company_id, o.skills, o.shifts,
    o.duty, o.duty_at, o.duty_until, o.max_open_tasks, coalesce(u.building_ids, '{}') as building_ids,
    (select coalesce(jsonb_object_agg(k.skill, k.last_day), '{}') from (
       select c.skill, case when bool_and(c.valid_until is not null) then max(c.valid_until) end as last_day
       from operator_certification c where c.tenant_id = $1 and c.operator_id = o.id and c.skill is not null
       group by c.skill) k) as certified_until,
    coalesce(n.open, 0) as open, coalesce(n.in_progress, 0) as in_progress
  from operator o
  left join app_user u on u.tenant_id = $1 and u.id = o.user_id and u.removed_at is null
  left join company c on c.tenant_id = $1 and c.id = o.company_id
  left join lateral (
    select sum(t.n) filter (where t.key like 'O%') as open, sum(t.n) filter (where t.key like 'I%') as in_progress
    from task_tally t where t.tenant_id = $1 and t.facet = 'status,assignee'
      and t.key in ('OPEN|' || o.id, 'IN_PROGRESS|' || o.id, 'OPEN|' || u.id, 'IN_PROGRESS|' || u.id)) n on true
  where o.tenant_id = $1 and o.state = 'ACTIVE' and (u.id is null or u.state = 'ACTIVE')
    and (o.company_id is null or c.state = 'ACTIVE')
  order by o.name, o.id`

interface OperatorRow {
  id: string
  name: string
  email: string | null
  user_id: string | null
  company_id: string | null
  skills: string[]
  shifts: Shifts
  duty: Duty['state']
  duty_at: Date | null
  duty_until: Date | null
  max_open_tasks: number | null
  building_ids: string[]
  certified_until: Record<string, string | null>
  open: number
  in_progress: number
}

/** Two statements for any number of people. */
export const readRoster = async (ctx: TenantContext): Promise<Roster> => {
  const companyRows = await ctx.run<CompanyRow | (Pick<CompanyRow, 'time_zone'> & { id: null })>(
    companiesText,
    [ctx.tenantId],
  )
  const today = localDay(ctx.now, storedZone(companyRows[0]?.time_zone ?? 'UTC'))
  const companies = companyRows.flatMap((row): RosterCompany[] =>
    row.id === null
      ? []
      : [
          {
            id: row.id,
            name: row.name,
            kind: row.kind,
            coverage: row.coverage,
            contractFrom: row.contract_from,
            contractUntil: row.contract_until,
            slaPolicyId: row.sla_policy_id,
            today,
          },
        ],
  )
  const byId = new Map(companies.map((company) => [company.id, company]))
  const rows = await ctx.run<OperatorRow>(operatorsText, [ctx.tenantId])
  const operators = rows.map(
    (row): RosterOperator => ({
      id: row.id,
      name: row.name,
      email: row.email,
      userId: row.user_id,
      companyId: row.company_id,
      company: row.company_id === null ? null : (byId.get(row.company_id) ?? null),
      skills: row.skills,
      certifiedUntil: row.certified_until,
      shifts: row.shifts,
      duty: { state: row.duty, at: row.duty_at, until: row.duty_until },
      load: { open: row.open, inProgress: row.in_progress },
      maxOpenTasks: row.max_open_tasks,
      buildingIds: row.building_ids,
    }),
  )
  return { companies, operators }
}
