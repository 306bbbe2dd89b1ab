/** Replies to submissions. */
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, valuesFor } from '../filters.ts'
import type { Figures } from './open-figures.ts'

/** Number of the period's submissions that got a reply: a public note on their task, or a reply of their own. */
export const countReplied = async (ctx: TenantContext, { filter, period }: Figures): Promise<number> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to] = [values.add(period.start), values.add(period.end)]
  // Starts from the notes, of which there are far fewer than submissions. Replies from before a merge stay with the
  // merged task, and its visitors still see them.
  const [row] = await ctx.run<{ n: number }>(
    `with answered as materialized (
       select distinct coalesce(t.merged_into, n.task_id) as task_id
       from (select distinct task_id from task_note where tenant_id = $1 and public) n
       cross join lateral (select merged_into from task where tenant_id = $1 and id = n.task_id offset 0) t),
     link as materialized (
       select feedback_id from feedback_reply where tenant_id = $1
       union
       select l.feedback_id from answered
       cross join lateral (select feedback_id from task_feedback where tenant_id = $1 and task_id = answered.task_id offset 0) l)
     select count(*) as n from link
     cross join lateral (select * from feedback f where f.tenant_id = $1 and f.id = link.feedback_id offset 0) f
     where f.counted and f.created_at >= ${from} and f.created_at < ${to}
       ${conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)}`,
    values.list,
  )
  return row?.n ?? 0
}
