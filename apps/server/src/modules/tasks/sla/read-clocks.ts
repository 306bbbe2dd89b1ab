/** Everything that clocks are calculated from, read for many tasks in one statement. */

import type { Plan } from '#contracts/kit/vocabulary.ts'
import { plans } from '#contracts/kit/vocabulary.ts'
import type { Holiday, ServiceHours } from '#contracts/settings.ts'
import { type SlaTargets, usualTargets } from '#contracts/sla/policies.ts'
import type { BlockReason } from '#contracts/tasks/records.ts'
import { idsOfChain, locationChain } from '#server/modules/places/locations/public.ts'
import { settingsDefaults } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { Calendar } from './calendar.ts'
import type { Budget, Clock, Pause, SlaDeadline } from './clock.ts'
import { budgetOf, calendarOf, type Hours, type Policy, policyFor, targetOf } from './targets.ts'

export const hasClocks = (plan: Plan): boolean => plans.indexOf(plan) >= plans.indexOf('PRO')

/** A row of `sla_clock` as JSON; times in ISO 8601. */
export interface ClockRow {
  readonly policy_id: string | null
  readonly started_at: string
  readonly reopen_count: number
  readonly respond_by: string | null
  readonly respond_risk_at: string | null
  readonly resolve_by: string | null
  readonly resolve_risk_at: string | null
  readonly responded_at: string | null
  readonly resolved_at: string | null
  readonly paused_since: string | null
  readonly pause_reason: string | null
  readonly pauses: readonly Pause[]
  readonly paused_ms: number
  readonly told: readonly string[]
  readonly breached: boolean
  /** null if a previous version wrote the row */
  readonly breached_before: boolean | null
}

export interface ClockedTask {
  readonly id: string
  readonly status: string
  readonly priority: string
  readonly source: string
  readonly building_id: string | null
  readonly category: string | null
  readonly blocked_reason: BlockReason | null
  readonly blocked_since: string | null
  readonly reopen_count: number
  readonly merged_into: string | null
  readonly due_at: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly type: string | null
  readonly location_ids: readonly string[]
  /** policy of the company that has the task, directly or through one of its people */
  readonly own_policy_id: string | null
  readonly clock: ClockRow | null
}

interface BuildingHours {
  readonly id: string
  readonly time_zone: string
  readonly service_hours: ServiceHours | null
  readonly holidays: readonly Holiday[]
}

interface ClockworkRow {
  readonly plan: Plan
  readonly time_zone: string
  readonly service_hours: ServiceHours | null
  readonly holidays: readonly Holiday[] | null
  readonly tasks: readonly ClockedTask[]
  readonly buildings: readonly BuildingHours[]
  readonly policies: readonly Policy[]
}

// Rows of a task are looked up by key. The ids are a subselect so that one plan serves any number of them, as
// planning takes longer than reading a clock.
const text = `with asked as materialized (
    select t.* from unnest((select $2::uuid[])) as a (id)
    cross join lateral (select * from task where tenant_id = $1 and id = a.id offset 0) t
  ), told as (
    select t.id, t.status, t.priority, t.source, t.building_id, t.category, t.blocked_reason, t.blocked_since, t.reopen_count,
      t.merged_into, t.due_at, t.created_at, t.started_at, t.completed_at, a.type,
      ${idsOfChain} as location_ids,
      (select sla_policy_id from company where tenant_id = $1 and id = case t.assignee_kind when 'COMPANY' then t.assignee_id
        when 'OPERATOR' then (select company_id from operator where tenant_id = $1 and id = t.assignee_id)
        when 'USER' then (select company_id from operator where tenant_id = $1 and user_id = t.assignee_id) end) as own_policy_id,
      (select to_jsonb(c) from sla_clock c where c.tenant_id = $1 and c.task_id = t.id) as clock
    from asked t
    left join lateral (select type, location_id from amenity where tenant_id = $1 and id = t.amenity_id offset 0) a on true
    left join (${locationChain}) on l1.tenant_id = $1 and l1.id = a.location_id
  )
  select plan, time_zone, settings -> 'profile' -> 'serviceHours' as service_hours, settings -> 'profile' -> 'holidays' as holidays,
    coalesce((select jsonb_agg(to_jsonb(told)) from told), '[]') as tasks,
    coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'time_zone', b.time_zone, 'service_hours', b.service_hours, 'holidays', b.holidays))
      from building b where b.tenant_id = $1 and b.id in (select building_id from asked)), '[]') as buildings,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'scope', p.scope, 'targets', p.targets, 'calendar', p.calendar) order by p.position, p.id)
      from sla_policy p where p.tenant_id = $1 and p.enabled), '[]') as policies
  from tenant where id = $1`

const at = (text: string | null): number | null => (text === null ? null : Date.parse(text))

export const clockOf = (row: ClockRow): Clock => ({
  policyId: row.policy_id,
  startedAt: Date.parse(row.started_at),
  reopenCount: row.reopen_count,
  respondedAt: at(row.responded_at),
  resolvedAt: at(row.resolved_at),
  pausedSince: at(row.paused_since),
  pauseReason: row.pause_reason as BlockReason | null,
  pauses: row.pauses,
  pausedMs: row.paused_ms,
  notified: row.told as readonly SlaDeadline[],
  breached: row.breached,
  breachedBefore: row.reopen_count > 0 && (row.breached_before ?? row.breached),
  times: {
    RESPOND_RISK: at(row.respond_risk_at),
    RESPOND: at(row.respond_by),
    RESOLVE_RISK: at(row.resolve_risk_at),
    RESOLVE: at(row.resolve_by),
  },
})

/** The time that a task is given, and its calendar. */
export interface Allowance {
  readonly policyId: string | null
  readonly budget: Budget
  readonly calendar: Calendar
  /** false: around the clock */
  readonly onHours: boolean
}

export interface Clockwork {
  readonly plan: Plan
  readonly tasks: readonly ClockedTask[]
  allowanceOf(task: ClockedTask): Allowance
}

const datesOf = (holidays: readonly Holiday[] | null): readonly string[] =>
  (holidays ?? settingsDefaults.profile.holidays).map(({ date }) => date)

/** Tasks with their clocks, and what their times are calculated from. In no order; deleted tasks are missing. */
export const readClockwork = async (ctx: TenantContext, taskIds: readonly string[]): Promise<Clockwork> => {
  const [row] = await ctx.run<ClockworkRow>(text, [ctx.tenantId, taskIds])
  if (!row) throw new Error('The tenant of this transaction does not exist')
  const { policies } = row
  const tenant: Hours = {
    zone: storedZone(row.time_zone),
    serviceHours: row.service_hours ?? settingsDefaults.profile.serviceHours,
    holidays: datesOf(row.holidays),
  }
  const places = new Map<string | null, Hours>([[null, tenant]])
  for (const { id, time_zone: zone, service_hours: own, holidays } of row.buildings)
    places.set(id, {
      zone: storedZone(zone),
      serviceHours: own ?? tenant.serviceHours,
      holidays: [...tenant.holidays, ...datesOf(holidays)],
    })
  const calendars = new Map<string, Calendar>()
  const calendarFor = (policy: Policy | undefined, buildingId: string | null): Calendar => {
    const key = `${policy?.calendar ? policy.id : ''} ${buildingId}`
    const known = calendars.get(key)
    if (known) return known
    const calendar = calendarOf(policy?.calendar ?? null, places.get(buildingId) ?? tenant)
    calendars.set(key, calendar)
    return calendar
  }
  return {
    plan: row.plan,
    tasks: row.tasks,
    allowanceOf: (task) => {
      const policy = policyFor(policies, task.own_policy_id, {
        buildingId: task.building_id,
        locationIds: task.location_ids,
        type: task.type,
        category: task.category,
      })
      const calendar = calendarFor(policy, task.building_id)
      const target = targetOf(policy?.targets ?? (usualTargets as SlaTargets), task.priority)
      return {
        policyId: policy?.id ?? null,
        budget: budgetOf(target, calendar),
        calendar,
        onHours: target.clock !== 'ALWAYS',
      }
    },
  }
}
