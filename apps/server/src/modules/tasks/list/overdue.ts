/**
 * Overdue is what is not done and past its due time; where nobody set one, past the time to finish that its SLA
 * promises, while that clock runs. A time that was agreed goes before the promise. Said here once, for rows of `task t`
 * and a tenant in $1.
 */
import { plans } from '#contracts/kit/vocabulary.ts'
import { hasClocks } from '../sla/read-clocks.ts'
import type { ShownTaskRow } from './task-columns.ts'

/** Of clocks `c` whose promise is past; they are found by an index of those that run. */
const promisePast = (
  now: string,
): string => `c.tenant_id = $1 and c.resolved_at is null and c.paused_since is null
  and c.resolve_by <= ${now} and (select plan from tenant where id = $1) in (${plans
    .filter(hasClocks)
    .map((plan) => `'${plan}'`)
    .join(', ')})`

export const pastPromise = (now: string): string =>
  `(t.due_at is null and t.id in (select c.task_id from sla_clock c where ${promisePast(now)}))`

/** The tasks of clocks whose promise is past, as a source called `t`. */
export const tasksPastPromise = (now: string): string => `(select x.* from sla_clock c
    cross join lateral (select * from task where tenant_id = $1 and id = c.task_id offset 0) x
    where ${promisePast(now)} offset 0) t`

/** Whether it would be overdue as long as it is not done. */
export const pastEnd = (now: string): string => `(t.due_at < ${now} or ${pastPromise(now)})`

type Row = Pick<ShownTaskRow, 'status' | 'due_at' | 'clock'>

/** When it becomes overdue if nothing happens: from then on by its clock, after it by its due time. */
export const endOfRow = ({ due_at, clock }: Row): Date | undefined => {
  if (due_at) return due_at
  const runs = clock?.resolve_by && !clock.resolved_at && !clock.paused_since
  return runs ? new Date(clock.resolve_by) : undefined
}

export const isOverdue = (row: Row, now: Date, plan: (typeof plans)[number]): boolean => {
  const end = endOfRow(row)
  if (!end || row.status === 'DONE') return false
  return row.due_at ? end < now : hasClocks(plan) && end <= now
}
