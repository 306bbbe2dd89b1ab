import { listTeamPerformance, type TeamPerformance } from '#contracts/task-figures.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import { hasClocks } from '#server/modules/tasks/public.ts'
import { compareNames } from '#server/platform/compare-names.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { conditions, type Filter, readFilter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'
import { shareOf } from '../wilson.ts'
import { type CompanyFigures, readCompanyFigures } from './company-figures.ts'
import { aboutOf, figurePeriod } from './figure-period.ts'
import { doneMinutes, firstActionMinutes } from './minutes.ts'

/** With fewer tasks, times would say little in general and too much about a person. */
const minTasksForTimes = 5
/** From this number on, a group of own staff does not identify anybody. */
const minPeopleForTimes = 3

interface PerformanceRow {
  readonly kind: TeamPerformance['kind']
  readonly id: string | null
  readonly name: string | null
  /** of a company */
  readonly company_kind: 'PROVIDER' | 'IN_HOUSE' | null
  readonly assigned: number
  readonly open: number
  readonly done: number
  readonly confirmed: number
  readonly first_time_fixed: number
  readonly reopened: number
  /** number of people who finished something */
  readonly people: number
  readonly first_action: readonly number[] | null
  readonly done_minutes: readonly number[] | null
}

const shares = "'{0.25,0.5,0.75}'::float8[]"

/**
 * Each task counts for its assignee, and once more for their company or for the team of those without one. An
 * operator with an account is the same person as the member.
 */
const read = (ctx: StaffContext, { start, end }: Period, filter: Filter): Promise<PerformanceRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const columns = `t.assignee_kind, t.assignee_id, t.status = 'DONE' as is_done, t.verification, t.reopen_count,
    case when t.status = 'DONE' then ${firstActionMinutes} end as first_action, case when t.status = 'DONE' then ${doneMinutes} end as done_minutes`
  const only = `t.tenant_id = $1 and t.merged_into is null and t.assignee_id is not null
    ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}`
  const ended = values.add(end)
  return ctx.run<PerformanceRow>(
    `with theirs as (
       select ${columns} from task t where ${only} and t.status = 'DONE' and t.completed_at is not null
         and t.completed_at >= ${values.add(start)} and t.completed_at < ${ended}
       union all
       select ${columns} from task t where ${only} and t.status in ('OPEN', 'IN_PROGRESS') and t.created_at < ${ended}
     ), who as materialized (
       select a.assignee_kind, a.assignee_id, o.company_id,
         case when a.assignee_kind = 'OPERATOR' and o.user_id is not null then 'USER' else a.assignee_kind end as kind,
         case when a.assignee_kind = 'OPERATOR' then coalesce(o.user_id, a.assignee_id) else a.assignee_id end as id
       from (select distinct assignee_kind, assignee_id from theirs) a
       left join lateral (
         select company_id, user_id from operator where tenant_id = $1 and a.assignee_kind = 'OPERATOR' and id = a.assignee_id
         union all
         select company_id, user_id from operator where tenant_id = $1 and a.assignee_kind = 'USER' and user_id = a.assignee_id
       ) o on true
     ), counted as (
       select g.kind, g.id, t.*, w.kind || w.id as person
       from theirs t join who w on w.assignee_kind = t.assignee_kind and w.assignee_id = t.assignee_id
       cross join lateral (values
         (w.kind, w.id),
         (case when w.kind = 'COMPANY' then null when w.company_id is null then 'TEAM' else 'COMPANY' end, w.company_id)
       ) g (kind, id) where g.kind is not null
     ), summed as (
       select kind, id, count(*) as assigned, count(*) filter (where not is_done) as open, count(*) filter (where is_done) as done,
         count(*) filter (where is_done and verification = 'CONFIRMED') as confirmed,
         count(*) filter (where is_done and verification = 'CONFIRMED' and reopen_count = 0) as first_time_fixed,
         count(*) filter (where reopen_count > 0) as reopened, count(distinct person) filter (where is_done) as people,
         percentile_cont(${shares}) within group (order by first_action) as first_action,
         percentile_cont(${shares}) within group (order by done_minutes) as done_minutes
       from counted group by kind, id
     )
     select s.*, (select kind from company where tenant_id = $1 and id = s.id and s.kind = 'COMPANY') as company_kind,
       case s.kind
         when 'USER' then (select name from app_user where tenant_id = $1 and id = s.id)
         when 'OPERATOR' then (select name from operator where tenant_id = $1 and id = s.id)
         when 'COMPANY' then (select name from company where tenant_id = $1 and id = s.id) end as name
     from summed s`,
    values.list,
  )
}

type Times = TeamPerformance['doneMinutes']

const rangeOf = (list: readonly number[] | null): Times => {
  const [p25, p50, p75] = list ?? []
  return p25 === undefined || p50 === undefined || p75 === undefined ? null : { p25, p50, p75 }
}

const isPerson = ({ kind }: PerformanceRow): boolean => kind === 'USER' || kind === 'OPERATOR'

const hasTimes = (row: PerformanceRow): boolean => {
  if (isPerson(row)) return row.done >= minTasksForTimes
  if (row.kind === 'TEAM' || row.company_kind === 'IN_HOUSE') return row.people >= minPeopleForTimes
  return true
}

const ofCompany = (
  ctx: StaffContext,
  row: PerformanceRow,
  figures: ReadonlyMap<string, CompanyFigures>,
): Pick<TeamPerformance, 'sla' | 'rating'> => {
  if (row.kind !== 'COMPANY') return { sla: null, rating: null }
  const { met = 0, missed = 0, rated = 0, average = null } = figures.get(row.id ?? '') ?? {}
  return {
    sla: hasClocks(ctx.tenant.plan) ? { met, missed, ...shareOf(met, met + missed) } : null,
    rating: { n: rated, average },
  }
}

const present = (
  ctx: StaffContext,
  row: PerformanceRow,
  figures: ReadonlyMap<string, CompanyFigures>,
): TeamPerformance => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  assigned: row.assigned,
  open: row.open,
  done: row.done,
  confirmed: row.confirmed,
  firstTimeFixed: row.first_time_fixed,
  reopened: row.reopened,
  firstActionMinutes: hasTimes(row) ? rangeOf(row.first_action) : null,
  doneMinutes: hasTimes(row) ? rangeOf(row.done_minutes) : null,
  ...ofCompany(ctx, row, figures),
})

const columns = { name: 'name', assigned: 'assigned' } as const

/** Rows without a name are last. */
const compare = (one: PerformanceRow, other: PerformanceRow): number =>
  Number(one.name === null) - Number(other.name === null) ||
  compareNames(one.name ?? '', other.name ?? '') ||
  ((one.id ?? '') < (other.id ?? '') ? -1 : 1)

export default serve(listTeamPerformance)(async (ctx, { query }) => {
  const filter = readFilter(query)
  const period = await figurePeriod(ctx, query, filter)
  const { privacy } = await readSettings(ctx)
  const rows = await read(ctx, period, filter)
  const shown = rows.filter(
    (row) =>
      (privacy.figuresPerPerson || !isPerson(row) || row.id === ctx.actor.id) &&
      (!query.kind || query.kind.includes(row.kind)),
  )
  const { column, direction } = orderBy(query.sort ?? 'name', columns)
  const sign = direction === 'asc' ? 1 : -1
  const sorted = shown.toSorted(
    (one, other) =>
      sign *
      (column === 'assigned' ? one.assigned - other.assigned || compare(one, other) : compare(one, other)),
  )
  const { limit, offset } = pageBounds(query)
  const page = sorted.slice(offset, offset + limit)
  const companies = page.some(({ kind }) => kind === 'COMPANY')
    ? await readCompanyFigures(ctx, period, filter)
    : new Map<string, CompanyFigures>()
  return {
    items: page.map((row) => present(ctx, row, companies)),
    total: sorted.length,
    about: { ...aboutOf(period, ctx.now), perPerson: privacy.figuresPerPerson },
  }
})
