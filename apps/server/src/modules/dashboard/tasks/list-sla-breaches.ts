import type { Static } from 'typebox'
import type { Priority, TaskStatus } from '#contracts/records.ts'
import { listSlaBreaches, type SlaBreach } from '#contracts/task-figures.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { readTitles, slaOutcomes } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { conditions, type Filter, readFilter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'
import { aboutOf, figurePeriod } from './figure-period.ts'
import { type BreachWords, breachWords } from './sla-texts.ts'

const { missed, resolveAtRisk, resolvePassed, respondAtRisk, respondPassed } = slaOutcomes

type Query = Static<(typeof listSlaBreaches)['query']>

type Why = 'RESOLVE' | 'RESPOND' | 'BEFORE' | 'RESPOND_RISK' | 'RESOLVE_RISK'

interface BreachRow {
  readonly total: number
  /** null beyond the last page */
  readonly id: string | null
  readonly number: number
  readonly title: string
  readonly status: TaskStatus
  readonly priority: Priority
  readonly why: Why
  readonly clock: SlaBreach['clock'] | null
  readonly due_at: Date | null
  readonly since: Date | null
  readonly responded: boolean
  readonly resolved: boolean
  readonly building_id: string | null
  readonly building_name: string | null
  readonly amenity_id: string | null
  readonly amenity_name: string | null
  readonly location: string | null
  readonly assignee_kind: 'USER' | 'OPERATOR' | 'COMPANY' | null
  readonly assignee_id: string | null
  readonly assignee_name: string | null
  readonly policy_id: string | null
  readonly policy_name: string | null
  readonly created_at: Date
}

const columns = { dueAt: 'due_at', since: 'since', priority: 'urgency', createdAt: 'created_at' } as const

/** Tasks without a due time are last in both directions; the id breaks ties. */
const orderOf = (sort: Query['sort']): string => {
  const { column, direction } = orderBy(sort ?? 'dueAt', columns)
  return `${column} ${direction} nulls last, id ${direction}`
}

/** The reason, with its clock, deadline and since when: breaches first, and RESOLVE before RESPOND. */
const reason = (now: string): string => `case
    when ${resolvePassed(now)} then 'RESOLVE' when ${respondPassed(now)} then 'RESPOND' when c.breached then 'BEFORE'
    when ${respondAtRisk(now)} and (not ${resolveAtRisk(now)} or c.respond_by <= c.resolve_by) then 'RESPOND_RISK'
    when ${resolveAtRisk(now)} then 'RESOLVE_RISK' end`

// Filtered, counted and sorted in one pass over the period's tasks; the rest is looked up for the page only. A
// breach before a reopening is read from the task's history.
interface Parts {
  /** conditions on task and clock */
  readonly where: string
  readonly now: string
  readonly order: string
  readonly states: string
  readonly limit: string
}

const textOf = ({ where, now, order, states, limit }: Parts): string => `
  with found as (
    select t.id, t.urgency, t.created_at, p.why,
      case p.why when 'BEFORE' then b.clock when 'RESPOND' then 'RESPOND' when 'RESPOND_RISK' then 'RESPOND' else 'RESOLVE' end as clock,
      case p.why when 'BEFORE' then b.due_at when 'RESPOND' then c.respond_by when 'RESPOND_RISK' then c.respond_by else c.resolve_by end as due_at,
      case p.why when 'BEFORE' then b.since when 'RESPOND' then c.respond_by when 'RESOLVE' then c.resolve_by
        when 'RESPOND_RISK' then c.respond_risk_at else c.resolve_risk_at end as since,
      c.responded_at is not null as responded, c.resolved_at is not null as resolved, c.policy_id
    from task t
    cross join lateral (select * from sla_clock where tenant_id = $1 and task_id = t.id
      and (breached or least(respond_risk_at, resolve_risk_at) <= ${now}) offset 0) c
    cross join lateral (select ${reason(now)} as why offset 0) p
    left join lateral (
      select h.changes -> 'clock' ->> 1 as clock, (h.changes -> 'dueAt' ->> 1)::timestamptz as due_at, h.at as since
      from task_history h where p.why = 'BEFORE' and h.tenant_id = $1 and h.task_id = t.id and h.action = 'SLA_BREACHED'
      order by h.at desc, h.id desc limit 1) b on true
    where ${where} and p.why is not null and case when ${missed(now)} then 'BREACHED' else 'AT_RISK' end = any(${states}::text[])
  ), page as (
    select * from found order by ${order} ${limit}
  )
  select n.total, s.* from (select count(*) as total from found) n
  left join (
    select p.*, t.number, t.title, t.status, t.priority, t.building_id, t.amenity_id, t.assignee_kind, t.assignee_id,
      (select name from building where tenant_id = $1 and id = t.building_id) as building_name,
      (select name from amenity where tenant_id = $1 and id = t.amenity_id) as amenity_name,
      ${pathOfLocation('(select location_id from amenity where tenant_id = $1 and id = t.amenity_id)')} as location,
      case t.assignee_kind
        when 'USER' then (select name from app_user where tenant_id = $1 and id = t.assignee_id)
        when 'OPERATOR' then (select name from operator where tenant_id = $1 and id = t.assignee_id)
        when 'COMPANY' then (select name from company where tenant_id = $1 and id = t.assignee_id) end as assignee_name,
      (select name from sla_policy where tenant_id = $1 and id = p.policy_id) as policy_name
    from page p cross join lateral (select * from task where tenant_id = $1 and id = p.id offset 0) t
  ) s on true order by ${order}`

const wordsFor = ({ why, responded, resolved }: BreachRow, words: BreachWords): string => {
  switch (why) {
    case 'RESOLVE':
      return resolved ? words.finishedLate : words.notFinished
    case 'RESPOND':
      return responded || resolved ? words.begunLate : words.notBegun
    case 'BEFORE':
      return words.before
    case 'RESPOND_RISK':
      return words.beginSoon
    case 'RESOLVE_RISK':
      return words.finishSoon
    default:
      return why satisfies never
  }
}

const present = (id: string, row: BreachRow, title: string, words: BreachWords): SlaBreach => ({
  id,
  task: { id, number: row.number, title, status: row.status },
  priority: row.priority,
  building: row.building_id === null ? null : { id: row.building_id, name: row.building_name ?? '' },
  amenity: row.amenity_id === null ? null : { id: row.amenity_id, name: row.amenity_name ?? '' },
  location: row.location,
  assignee:
    row.assignee_id === null || row.assignee_kind === null
      ? null
      : { kind: row.assignee_kind, id: row.assignee_id, name: row.assignee_name ?? '' },
  policy:
    row.policy_id === null || row.policy_name === null ? null : { id: row.policy_id, name: row.policy_name },
  state: row.why === 'RESPOND_RISK' || row.why === 'RESOLVE_RISK' ? 'AT_RISK' : 'BREACHED',
  clock: row.clock ?? 'RESOLVE',
  dueAt: row.due_at?.toISOString() ?? null,
  since: row.since?.toISOString() ?? null,
  why: wordsFor(row, words),
  createdAt: row.created_at.toISOString(),
})

const read = (ctx: StaffContext, query: Query, filter: Filter, period: Period): Promise<BreachRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const now = `${values.add(ctx.now)}::timestamptz`
  const made = query.open
    ? "t.status in ('OPEN', 'IN_PROGRESS')"
    : `t.created_at >= ${values.add(period.start)}`
  const where = `t.tenant_id = $1 and t.merged_into is null and ${made} and t.created_at < ${values.add(period.end)}
    ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}
    ${query.priority ? `and t.priority = any(${values.add(query.priority)}::text[])` : ''}
    ${query.slaPolicyId ? `and c.policy_id = any(${values.add(query.slaPolicyId)}::uuid[])` : ''}`
  const { limit, offset } = pageBounds(query)
  const states = values.add(query.state ?? ['BREACHED', 'AT_RISK'])
  const bounds = `limit ${values.add(limit)}::int offset ${values.add(offset)}::bigint`
  return ctx.run<BreachRow>(
    textOf({ where, now, order: orderOf(query.sort), states, limit: bounds }),
    values.list,
  )
}

export default serve(listSlaBreaches)(async (ctx, { query }) => {
  const filter = readFilter(query)
  const period = await figurePeriod(ctx, query, filter)
  const rows = await read(ctx, query, filter, period)
  const language = await callerLanguage(ctx)
  const words = breachWords(language)
  const ids = ctx.actor.kind === 'USER' ? rows.flatMap(({ id }) => id ?? []) : []
  const titles = await readTitles(ctx, ids, language)
  return {
    items: rows.flatMap((row) =>
      row.id === null ? [] : [present(row.id, row, titles.get(row.id) ?? row.title, words)],
    ),
    total: rows[0]?.total ?? 0,
    about: aboutOf(period, ctx.now),
  }
})
