/** What a task says of who is due points, as it is now. */
import type { Weights } from '#contracts/arena/records.ts'
import type { Priority } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { localHour } from '#server/platform/local-day.ts'

export interface TaskFacts {
  readonly id: string
  /** whether it is done, exists, is not merged into another and nobody said "not fixed" */
  readonly holds: boolean
  /** how often it was finished, or accepted after it was refused; the last time is the run */
  readonly run: number
  readonly priority: Priority
  readonly category: string | null
  readonly buildingId: string | null
  readonly completedAt: Date | null
  /** member who finished the run; null for operators without an account and API keys */
  readonly finisherId: string | null
  /** member who made it */
  readonly makerId: string | null
  /** somebody else saw that it is fixed: a visitor, a scout or a later rating */
  readonly confirmed: boolean
  /** a photo of the finished work by the finisher, before the end */
  readonly photo: boolean
  /** members who wrote a note or added a photo before the end, in that order */
  readonly helperIds: readonly string[]
  /** clock hour of the building at the end, e.g. 2026-11-20T08 */
  readonly localHour: string | null
}

interface Row {
  id: string
  holds: boolean
  run: number
  priority: Priority
  category: string | null
  building_id: string | null
  completed_at: Date | null
  finisher_id: string | null
  maker_id: string | null
  confirmed: boolean
  photo: boolean
  helper_ids: string[] | null
  zone: string
}

// A photo by the finisher confirms a task elsewhere, yet writes no history line CONFIRMED, so it gives no point here.
const factsText = `select t.id, t.priority, t.category, t.building_id, t.completed_at,
    t.status = 'DONE' and t.merged_into is null and t.verification <> 'REJECTED' as holds,
    case when t.created_by_kind = 'USER' then t.created_by_id end as maker_id,
    ended.run::int as run, ended.finisher_id,
    exists (select from task_history c where c.tenant_id = $1 and c.task_id = t.id and c.action = 'CONFIRMED'
      and c.at >= t.completed_at and c.actor_id is distinct from ended.finisher_id) as confirmed,
    exists (select from upload u where u.tenant_id = $1 and u.task_id = t.id and u.kind = 'AFTER'
      and u.author_kind = 'USER' and u.author_id = ended.finisher_id and u.attached_at <= t.completed_at
      and u.stored_at is not null and u.hidden_at is null) as photo,
    (select array_agg(h.id order by h.at, h.id) from (
      select w.id, min(w.at) as at from (
        select n.author_id as id, n.created_at as at from task_note n
          where n.tenant_id = $1 and n.task_id = t.id and n.author_kind = 'USER'
        union all
        select u.author_id, u.attached_at from upload u
          where u.tenant_id = $1 and u.task_id = t.id and u.author_kind = 'USER' and u.attached_at is not null) w
      where w.at <= t.completed_at and w.id <> ended.finisher_id group by w.id) h) as helper_ids,
    coalesce(b.time_zone, tenant.time_zone) as zone
  from task t
  join tenant on tenant.id = t.tenant_id
  left join building b on b.tenant_id = $1 and b.id = t.building_id
  cross join lateral (
    select count(*) as run,
      (array_agg(case when h.actor_kind = 'USER' then h.actor_id end order by h.at desc, h.id desc)
        filter (where h.changes -> 'status' ->> 1 = 'DONE'))[1] as finisher_id
    from task_history h where h.tenant_id = $1 and h.task_id = t.id and (h.changes -> 'status' ->> 1 = 'DONE'
      or (h.action = 'CONFIRMED' and h.changes -> 'verification' ->> 0 = 'REJECTED'))) ended
  where t.tenant_id = $1 and t.id = $2`

/** @returns undefined for a task that was deleted */
export const readTaskFacts = async (ctx: TenantContext, taskId: string): Promise<TaskFacts | undefined> => {
  const [row] = await ctx.run<Row>(factsText, [ctx.tenantId, taskId])
  return (
    row && {
      id: row.id,
      holds: row.holds,
      run: row.run,
      priority: row.priority,
      category: row.category,
      buildingId: row.building_id,
      completedAt: row.completed_at,
      finisherId: row.finisher_id,
      makerId: row.maker_id,
      confirmed: row.confirmed,
      photo: row.photo,
      helperIds: row.helper_ids ?? [],
      localHour: row.completed_at && localHour(row.completed_at, row.zone),
    }
  )
}

const usualText = `select count(*)::int as n, percentile_cont(0.5) within group (order by minutes_spent) as median from (
    select minutes_spent from task where tenant_id = $1 and category = $2 and completed_at > $3
      and minutes_spent is not null order by completed_at desc limit 200) recent`

/** Quarter hours, 1 to 4, that work of a category usually takes; 1 where fewer than five tasks tell. */
export const usualEffort = async (ctx: TenantContext, category: string | null): Promise<number> => {
  if (category === null) return 1
  const since = new Date(ctx.now.getTime() - 90 * 86_400_000)
  const [row] = await ctx.run<{ n: number; median: number | null }>(usualText, [
    ctx.tenantId,
    category,
    since,
  ])
  if (!row || row.n < 5 || row.median === null) return 1
  return Math.min(4, Math.max(1, Math.ceil(row.median / 15)))
}

export interface Due {
  readonly kind: 'TASK' | 'PHOTO' | 'HELP' | 'FINDING' | 'CONFIRMED'
  readonly userId: string
  readonly points: number
}

/** What the run gives, before caps; a pure function of the facts. */
export const dueFor = (facts: TaskFacts, weights: Weights, effort: number): Due[] => {
  const { finisherId, makerId, confirmed } = facts
  if (!facts.holds) return []
  const found: Due[] =
    makerId !== null && makerId !== finisherId && confirmed
      ? [{ kind: 'FINDING', userId: makerId, points: weights.finding }]
      : []
  if (finisherId === null) return found
  // A task that its finisher made counts only when somebody else confirmed it.
  if (makerId === finisherId && !confirmed) return found
  return [
    { kind: 'TASK', userId: finisherId, points: weights[facts.priority] + effort * weights.effort },
    ...(facts.photo ? [{ kind: 'PHOTO', userId: finisherId, points: weights.photo } as const] : []),
    ...facts.helperIds.slice(0, 2).map((userId) => ({ kind: 'HELP', userId, points: weights.help }) as const),
    ...found,
    ...(confirmed ? [{ kind: 'CONFIRMED', userId: finisherId, points: weights.confirmed } as const] : []),
  ]
}
