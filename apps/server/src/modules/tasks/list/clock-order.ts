/**
 * The order by the clock, as the technician's phone has it: what is urgent or was called not fixed, the rest, what is
 * blocked, what is done; each by its first end, then by priority, what somebody has before the pool, and number.
 * An end follows from two tables, so what is open of one range is sorted; what is done is read from an index.
 */
export const clockKeys = ['lane', 'ends_at', 'calm', 'pool', 'number'] as const

// Constants are no keys to PostgreSQL: what is left is the number, which has an index.
const done = `select 3 as lane, 'infinity'::timestamptz as ends_at, 0 as calm, false as pool, t.number, t.id`

const ends = `(select least(case when t.status = 'OPEN' and c.responded_at is null then c.respond_by end, c.resolve_by)
  from sla_clock c where c.tenant_id = $1 and c.task_id = t.id)`

const open = (clocks: boolean): string => `select
    case when t.status = 'DONE' then 3 when t.blocked_reason is not null then 2
      when t.priority = 'URGENT' or t.verification = 'REJECTED' then 0 else 1 end as lane,
    case when t.status = 'DONE' then 'infinity' else coalesce(least(t.due_at${clocks ? `, ${ends}` : ''}), 'infinity') end as ends_at,
    case when t.status = 'DONE' then 0 else 3 - t.urgency end as calm,
    t.status <> 'DONE' and t.assignee_id is null as pool, t.number, t.id`

/** The keys of a task `t`, and its id. @param isDone only such are read */
export const clockKeysOf = (isDone: boolean, clocks: boolean): string => (isDone ? done : open(clocks))
