/**
 * The time filters that no dimension covers: recently done, overdue, and a span of deadlines. Each part is read
 * from an index of its own, and parts are disjoint.
 */
import { taskStatuses } from '#contracts/records.ts'
import type { Branch, TaskFilter } from './filters.ts'
import { isPastResolveTime, tasksPastResolveTime } from './overdue.ts'

export interface Values {
  readonly list: readonly unknown[]
  /** @returns the placeholder, such as $3 */
  add(value: unknown): string
}

export interface Part {
  readonly branch: Branch
  /** only tasks finished since `doneSince` */
  readonly recent?: true
  /** which deadline decides: due time, SLA clock or none */
  readonly end?: 'DUE' | 'CLOCK' | 'NONE'
  /** by which deadline it is overdue */
  readonly past?: 'DUE' | 'CLOCK'
}

const byDone = (branch: Branch): Part[] => {
  const statuses = branch.status ?? taskStatuses
  const open = statuses.filter((status) => status !== 'DONE')
  return [
    ...(open.length > 0 ? [{ branch: { ...branch, status: open } }] : []),
    ...(statuses.includes('DONE')
      ? [{ branch: { ...branch, status: ['DONE'] }, recent: true as const }]
      : []),
  ]
}

export const partsOf = ({ branches, doneSince, ends, overdue }: TaskFilter): readonly Part[] => {
  const all = branches.flatMap((branch): Part[] => (doneSince ? byDone(branch) : [{ branch }]))
  const parts = overdue
    ? all.flatMap((part) => (['DUE', 'CLOCK'] as const).map((past) => ({ ...part, past })))
    : all
  if (!ends) return parts
  const kinds = ends.undated ? (['DUE', 'CLOCK', 'NONE'] as const) : (['DUE', 'CLOCK'] as const)
  return parts.flatMap((part) => kinds.map((end) => ({ ...part, end })))
}

const clockOf = 'from sla_clock c where c.tenant_id = $1 and c.task_id = t.id'

/** SQL of the deadline. */
export const endOf = ({ end }: Part): string => {
  if (end === 'CLOCK') return `(select c.resolve_by ${clockOf})`
  return end === 'DUE' ? 't.due_at' : 'null::timestamptz'
}

export const conditionsOfPart = (
  { recent, end, past }: Part,
  { doneSince, ends }: TaskFilter,
  now: Date,
  values: Values,
): string[] => {
  const conditions = recent ? [`t.completed_at >= ${values.add(doneSince)}`] : []
  if (past === 'DUE') conditions.push(`t.due_at < ${values.add(now)}`)
  if (past === 'CLOCK') conditions.push(isPastResolveTime(`${values.add(now)}::timestamptz`))
  if (!ends || !end) return conditions
  if (end === 'NONE')
    return [...conditions, 't.due_at is null', `not exists (select ${clockOf} and c.resolve_by is not null)`]
  const [from, before] = [values.add(ends.from), values.add(ends.before)]
  return end === 'DUE'
    ? [...conditions, `t.due_at >= ${from}`, `t.due_at < ${before}`]
    : [
        ...conditions,
        't.due_at is null',
        `exists (select ${clockOf} and c.resolve_by >= ${from} and c.resolve_by < ${before})`,
      ]
}

/** The source of a part, as `t`; the index of its time filter is read first, whatever the planner estimates. */
export const sourceOf = (
  { recent, end, past }: Part,
  { doneSince, ends }: TaskFilter,
  now: Date,
  values: Values,
): string => {
  if (ends && end === 'CLOCK')
    return `(select x.* from sla_clock c
        cross join lateral (select * from task where tenant_id = $1 and id = c.task_id offset 0) x
        where c.tenant_id = $1 and c.resolve_by >= ${values.add(ends.from)} and c.resolve_by < ${values.add(ends.before)} offset 0) t`
  if (recent)
    return `(select * from task
        where tenant_id = $1 and merged_into is null and completed_at >= ${values.add(doneSince)} offset 0) t`
  return past === 'CLOCK' ? tasksPastResolveTime(`${values.add(now)}::timestamptz`) : 'task t'
}
