/**
 * A task is overdue if it is not done and past its due time or, without one, past the resolve time of its running
 * SLA clock. A due time takes precedence over the SLA. Defined here only, for rows of `task t` and a tenant in $1.
 */
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { planHasClocks } from '../sla/outcome-sql.ts'
import { hasClocks } from '../sla/read-clocks.ts'
import type { ShownTaskRow } from './task-columns.ts'

/** Clocks `c` past their resolve time, found by an index of running clocks. */
const resolveTimePast = (
  now: string,
): string => `c.tenant_id = $1 and c.resolved_at is null and c.paused_since is null
  and c.resolve_by <= ${now} and ${planHasClocks}`

export const isPastResolveTime = (now: string): string =>
  `(t.due_at is null and t.id in (select c.task_id from sla_clock c where ${resolveTimePast(now)}))`

/** The tasks of those clocks, as a source called `t`. */
export const tasksPastResolveTime = (now: string): string => `(select x.* from sla_clock c
    cross join lateral (select * from task where tenant_id = $1 and id = c.task_id offset 0) x
    where ${resolveTimePast(now)} offset 0) t`

/**
 * Number of overdue tasks, each kind counted over an index of its own. @param only further conditions, starting
 * with ` and`
 */
export const countOverdue = (now: string, only: string): string => {
  const counted = (source: string, past: string): string =>
    `(select count(*) from ${source} where t.tenant_id = $1 and t.merged_into is null
       and t.status in ('OPEN', 'IN_PROGRESS') and ${past}${only})`
  return `${counted('task t', `t.due_at < ${now}`)} + ${counted(tasksPastResolveTime(now), 't.due_at is null')}`
}

/** Whether a task is past its deadline; overdue, if it is not done. */
export const isPastDeadline = (now: string): string => `(t.due_at < ${now} or ${isPastResolveTime(now)})`

type OverdueFields = Pick<ShownTaskRow, 'status' | 'due_at' | 'clock'>

export const isOverdue = ({ status, due_at, clock }: OverdueFields, now: Date, plan: Plan): boolean => {
  if (status === 'DONE') return false
  if (due_at) return due_at < now
  if (!clock?.resolve_by || clock.resolved_at || clock.paused_since || !hasClocks(plan)) return false
  return new Date(clock.resolve_by) <= now
}

const nextDue = (status: string): string => `(select min(due_at) from task
    where tenant_id = $1 and merged_into is null and status = '${status}' and due_at >= $2)`

const nextText = `select least(${nextDue('OPEN')}, ${nextDue('IN_PROGRESS')}, (select min(resolve_by) from sla_clock
    where tenant_id = $1 and resolved_at is null and paused_since is null and resolve_by > $2)) as at`

/** When time alone makes the next task of the tenant overdue; undefined if that cannot happen without a change. */
export const nextOverdue = async (ctx: TenantContext): Promise<Date | undefined> => {
  const [row] = await ctx.run<{ at: Date | null }>(nextText, [ctx.tenantId, ctx.now])
  return row?.at ?? undefined
}
