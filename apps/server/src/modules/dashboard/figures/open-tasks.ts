/** Open tasks and SLA outcomes for comparisons, counted over indexes. */
import { overdue, slaOutcomes } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'
import { shareOf } from '../wilson.ts'

const columns = { building: 't.building_id', amenity: 't.amenity_id' } as const

export interface OpenTaskCounts {
  readonly openTasks: number
  readonly overdue: number
}

interface StandingRow extends OpenTaskCounts {
  key: string
}

/** By building or amenity, only those with open tasks. Merged tasks are not counted, as in lists. */
export const openTaskCounts = async (
  ctx: TenantContext,
  filter: Filter,
  by: 'building' | 'amenity',
): Promise<Map<string, OpenTaskCounts>> => {
  const values = valuesFor(ctx.tenantId)
  const now = values.add(ctx.now)
  const rows = await ctx.run<StandingRow>(
    `select ${columns[by]}::text as key, count(*) as "openTasks", count(*) filter (where ${overdue.isPastDeadline(`${now}::timestamptz`)}) as overdue
     from task t
     where t.tenant_id = $1 and t.merged_into is null and t.status in ('OPEN', 'IN_PROGRESS') and ${columns[by]} is not null
       ${conditions(filter, columns, values)}
     group by 1`,
    values.list,
  )
  return new Map(rows.map(({ key, openTasks, overdue }) => [key, { openTasks, overdue }]))
}

interface Decided {
  readonly met: number
  readonly missed: number
}

/** Of tasks created in the period, by building: how many met their SLA and how many missed it; empty below PRO. */
export const decidedTargets = async (
  ctx: TenantContext,
  { start, end }: Period,
  filter: Filter,
): Promise<Map<string, Decided>> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to, now] = [values.add(start), values.add(end), `${values.add(ctx.now)}::timestamptz`]
  const rows = await ctx.run<Decided & { key: string }>(
    `select d.building_id::text as key, count(*) filter (where d.outcome = 'MISSED') as missed,
       count(*) filter (where d.outcome = 'MET') as met
     from (
       select t.building_id, ${slaOutcomes.outcome(now)} as outcome from task t
       cross join lateral (select * from sla_clock where tenant_id = $1 and task_id = t.id offset 0) c
       where t.tenant_id = $1 and t.merged_into is null and t.building_id is not null and ${slaOutcomes.planHasClocks}
         and t.created_at >= ${from} and t.created_at < ${to}
         ${conditions(filter, columns, values)}
     ) d group by 1`,
    values.list,
  )
  return new Map(rows.map(({ key, met, missed: n }) => [key, { met, missed: n }]))
}

export const presentTargets = ({ met, missed: n }: Decided = { met: 0, missed: 0 }) => {
  const { share, low, high } = shareOf(met, met + n)
  return { slaShare: share, slaLow: low, slaHigh: high, slaMet: met, slaMissed: n }
}
