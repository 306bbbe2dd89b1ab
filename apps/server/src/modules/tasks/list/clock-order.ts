/**
 * The order `clock`, the same as in the technician's app: urgent and rejected tasks, then the rest, then tasks on
 * hold, then done ones; within each by deadline, priority, assigned before unassigned, and number. Deadlines come
 * from two tables, so open tasks are sorted; done ones are read in index order.
 */
export const clockKeys = ['lane', 'ends_at', 'calm', 'pool', 'number'] as const

// PostgreSQL drops constants from the sort keys, which leaves the number, and that has an index.
const done = `select 3 as lane, 'infinity'::timestamptz as ends_at, 0 as calm, false as pool, t.number, t.id`

const ends = `(select least(case when t.status = 'OPEN' and c.responded_at is null then c.respond_by end, c.resolve_by)
  from sla_clock c where c.tenant_id = $1 and c.task_id = t.id)`

const open = (clocks: boolean): string => `select
    case when t.status = 'DONE' then 3 when t.blocked_reason is not null then 2
      when t.priority = 'URGENT' or t.verification = 'REJECTED' then 0 else 1 end as lane,
    case when t.status = 'DONE' then 'infinity' else coalesce(least(t.due_at${clocks ? `, ${ends}` : ''}), 'infinity') end as ends_at,
    case when t.status = 'DONE' then 0 else 3 - t.urgency end as calm,
    t.status <> 'DONE' and t.assignee_id is null as pool, t.number, t.id`

/** Sort keys and id of a task `t`. @param isDone whether only done tasks are read */
export const clockKeysOf = (isDone: boolean, clocks: boolean): string => (isDone ? done : open(clocks))
