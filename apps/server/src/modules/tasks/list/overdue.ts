/**
 * Overdue is what is not done and past its due time; where nobody set one, past the time to finish that its SLA
 * promises, while that clock runs. A time that was agreed goes before the promise. Said here once, for rows of `task t`
 * and a tenant in $1.
 */
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { planHasClocks } from '../sla/outcome-sql.ts'
import { hasClocks } from '../sla/read-clocks.ts'
import type { ShownTaskRow } from './task-columns.ts'

/** Of clocks `c` whose promise is past; they are found by an index of those that run. */
const promisePast = (
  now: string,
): string => `c.tenant_id = $1 and c.resolved_at is null and c.paused_since is null
  and c.resolve_by <= ${now} and ${planHasClocks}`

export const pastPromise = (now: string): string =>
  `(t.due_at is null and t.id in (select c.task_id from sla_clock c where ${promisePast(now)}))`

/** The tasks of clocks whose promise is past, as a source called `t`. */
export const tasksPastPromise = (now: string): string => `(select x.* from sla_clock c
    cross join lateral (select * from task where tenant_id = $1 and id = c.task_id offset 0) x
    where ${promisePast(now)} offset 0) t`

/** How many, each kind over an index of its own. @param only further conditions, beginning with ` and` */
export const countOverdue = (now: string, only: string): string => {
  const counted = (source: string, past: string): string =>
    `(select count(*) from ${source} where t.tenant_id = $1 and t.merged_into is null
       and t.status in ('OPEN', 'IN_PROGRESS') and ${past}${only})`
  return `${counted('task t', `t.due_at < ${now}`)} + ${counted(tasksPastPromise(now), 't.due_at is null')}`
}

/** Whether it would be overdue as long as it is not done. */
export const pastEnd = (now: string): string => `(t.due_at < ${now} or ${pastPromise(now)})`

type Row = Pick<ShownTaskRow, 'status' | 'due_at' | 'clock'>

export const isOverdue = ({ status, due_at, clock }: Row, now: Date, plan: Plan): boolean => {
  if (status === 'DONE') return false
  if (due_at) return due_at < now
  if (!clock?.resolve_by || clock.resolved_at || clock.paused_since || !hasClocks(plan)) return false
  return new Date(clock.resolve_by) <= now
}

const nextDue = (status: string): string => `(select min(due_at) from task
    where tenant_id = $1 and merged_into is null and status = '${status}' and due_at >= $2)`

const nextText = `select least(${nextDue('OPEN')}, ${nextDue('IN_PROGRESS')}, (select min(resolve_by) from sla_clock
    where tenant_id = $1 and resolved_at is null and paused_since is null and resolve_by > $2)) as at`

/** When time alone makes the next task of the tenant overdue; undefined: not before somebody changes one. */
export const nextOverdue = async (ctx: TenantContext): Promise<Date | undefined> => {
  const [row] = await ctx.run<{ at: Date | null }>(nextText, [ctx.tenantId, ctx.now])
  return row?.at ?? undefined
}
