/** Trims the log of a webhook: a day's worth each day after 30 days, and everything of a deleted webhook. */
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'

const batch = 2000
const day = 86_400_000
export const keptDays = 30
export const trimKind = 'webhook.trim'

const trimText = `delete from webhook_delivery where tenant_id = $1 and id = any(array(
    select id from webhook_delivery where tenant_id = $1 and webhook_id = $2 and created_at < $3
    order by created_at, id limit ${batch}))
  returning id`
const goneText = 'delete from webhook where tenant_id = $1 and id = $2 and deleted_at is not null'
const isGoneText = 'select deleted_at is not null as gone from webhook where tenant_id = $1 and id = $2'

export const trimLog: ScheduledJobHandler = async (ctx, webhookId) => {
  const [row] = await ctx.run<{ gone: boolean }>(isGoneText, [ctx.tenantId, webhookId])
  if (!row) return
  const before = row.gone ? new Date(ctx.now.getTime() + day) : new Date(ctx.now.getTime() - keptDays * day)
  const removed = await ctx.run(trimText, [ctx.tenantId, webhookId, before])
  if (removed.length === batch) await ctx.schedule(trimKind, webhookId, ctx.now)
  else if (row.gone) await ctx.run(goneText, [ctx.tenantId, webhookId])
  else await ctx.schedule(trimKind, webhookId, new Date(ctx.now.getTime() + day))
}
