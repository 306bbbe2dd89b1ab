/** What a company promised and what visitors say afterwards: outcome of its SLAs, and ratings after its work. */
import { slaOutcomes } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'

export interface CompanyFigures {
  readonly id: string
  readonly met: number
  readonly missed: number
  /** ratings at the same amenity in the day after a task was done */
  readonly rated: number
  readonly average: number | null
}

/** Of the tasks that `team-performance` counts as assigned to a company or its operators. */
export const readCompanyFigures = async (
  ctx: StaffContext,
  { start, end }: Period,
  filter: Filter,
): Promise<ReadonlyMap<string, CompanyFigures>> => {
  const values = valuesFor(ctx.tenantId)
  const only = `t.tenant_id = $1 and t.merged_into is null
    ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}`
  const ended = values.add(end)
  const now = `${values.add(ctx.now)}::timestamptz`
  const columns = 't.id, t.assignee_kind, t.assignee_id, t.amenity_id, t.status, t.completed_at'
  const rows = await ctx.run<CompanyFigures>(
    `with who as materialized (
       select 'COMPANY' as kind, id as assignee_id, id as company_id from company where tenant_id = $1
       union all
       select 'OPERATOR', id, company_id from operator where tenant_id = $1 and company_id is not null
       union all
       select 'USER', user_id, company_id from operator where tenant_id = $1 and company_id is not null and user_id is not null
     ), theirs as (
       select ${columns} from task t where ${only} and t.status = 'DONE' and t.completed_at is not null
         and t.completed_at >= ${values.add(start)} and t.completed_at < ${ended}
       union all
       select ${columns} from task t where ${only} and t.status in ('OPEN', 'IN_PROGRESS') and t.created_at < ${ended}
     )
     select w.company_id as id, count(*) filter (where o.outcome = 'MET') as met,
       count(*) filter (where o.outcome = 'MISSED') as missed,
       coalesce(sum(r.n), 0)::bigint as rated, (sum(r.sum) / nullif(sum(r.n), 0))::float8 as average
     from theirs t join who w on w.kind = t.assignee_kind and w.assignee_id = t.assignee_id
     left join lateral (select ${slaOutcomes.outcome(now)} as outcome from sla_clock c
       where c.tenant_id = $1 and c.task_id = t.id and ${slaOutcomes.planHasClocks} offset 0) o on true
     left join lateral (select count(f.rating) as n, sum(f.rating) as sum from feedback f
       where t.status = 'DONE' and f.tenant_id = $1 and f.amenity_id = t.amenity_id and f.counted and f.rating is not null
         and f.created_at >= t.completed_at and f.created_at < t.completed_at + interval '1 day' offset 0) r on true
     group by w.company_id`,
    values.list,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
