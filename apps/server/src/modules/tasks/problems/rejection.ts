/** Rejections: a visitor's "not fixed" that reopened a task counts until the task is finished again or merged. */
import type { TenantContext } from '#server/platform/context.ts'

/** Time of the current rejection of a task `t`; null if there is none. $1 is the tenant. */
export const rejectedAt = `case when t.verification = 'REJECTED' and t.status <> 'DONE' and t.merged_into is null then coalesce(
    (select max(h.at) from task_history h where h.tenant_id = $1 and h.task_id = t.id and h.action = 'REOPENED'), t.updated_at) end`

const words = `select distinct on (l.task_id) l.task_id, coalesce(m.message, f.comment) as text
  from task_feedback l
  join feedback f on f.tenant_id = $1 and f.id = l.feedback_id and f.state = 'VISIBLE'
  join feedback_follow_up n on n.tenant_id = $1 and n.feedback_id = f.id and n.fixed = false
  left join lateral (select message from feedback_follow_up x where x.tenant_id = $1 and x.feedback_id = f.id
    and x.message is not null and (x.at, x.id) >= (n.at, n.id) order by x.at desc, x.id desc limit 1) m on true
  where l.tenant_id = $1 and l.task_id = any($2::uuid[])
  order by l.task_id, n.at desc, n.id desc`

/**
 * By task id: what the last visitor who rejected wrote then, or else their original comment; null if they wrote
 * nothing.
 */
export const wordsOfRejections = async (
  ctx: TenantContext,
  taskIds: readonly string[],
): Promise<Map<string, string | null>> => {
  if (taskIds.length === 0) return new Map()
  const rows = await ctx.run<{ task_id: string; text: string | null }>(words, [ctx.tenantId, taskIds])
  return new Map(rows.map(({ task_id, text }) => [task_id, text]))
}
