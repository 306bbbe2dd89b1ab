import { redeliverWebhook } from '#contracts/webhooks.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { serveOutside } from '#server/platform/http/serve.ts'
import { isUuid } from '#server/platform/ids.ts'
import { sendNow } from './channel.ts'
import { claimOne, freeSlotsOf } from './claims.ts'
import { presentOutcome } from './present-delivery.ts'
import { sendKind } from './record-deliveries.ts'
import { keptDays } from './trim-log.ts'
import { lockWebhook, type WebhookRow } from './webhook-row.ts'

const atMost = 10_000
const day = 86_400_000

const againText = `update webhook_delivery set state = 'PENDING', tries = 0, next_attempt_at = $4
  where tenant_id = $1 and id = any(array(
    select id from webhook_delivery where tenant_id = $1 and webhook_id = $2 and state = 'FAILED' and created_at >= $3
      and type <> 'webhook.test'
    order by created_at, id limit ${atMost}))
  returning id`

/** @throws ServiceError VALIDATION_ERROR */
const sendAllSince = async (
  ctx: StaffContext,
  webhook: WebhookRow,
  since: string | undefined,
): Promise<number> => {
  if (since === undefined) throw invalid('body.since', 'is required')
  const from = new Date(since)
  if (from.getTime() < ctx.now.getTime() - keptDays * day)
    throw invalid('body.since', `may be at most ${keptDays} days ago`)
  if (!webhook.enabled) throw conflict('The webhook is switched off; enable it first')
  const rows = await ctx.run(againText, [ctx.tenantId, webhook.id, from, ctx.now])
  ctx.afterCommit(ctx.platform.wakeScheduledJobs)
  return rows.length
}

export default serveOutside(redeliverWebhook)(async (ctx, { params, body }) => {
  // Before the webhook's row, in the lock order of its scheduled job.
  if (params.deliveryId === 'all') await ctx.scheduleNoLaterThan(sendKind, params.id, ctx.now)
  const webhook = await lockWebhook(ctx, params.id)
  if (params.deliveryId === 'all') {
    const queued = await sendAllSince(ctx, webhook, body?.since)
    return async () => ({ queued })
  }
  const found = isUuid(params.deliveryId)
    ? await ctx.run('select 1 from webhook_delivery where tenant_id = $1 and webhook_id = $2 and id = $3', [
        ctx.tenantId,
        webhook.id,
        params.deliveryId,
      ])
    : []
  if (found.length === 0) throw notFound()
  if ((await freeSlotsOf(ctx, webhook)) <= 0)
    throw conflict('Other deliveries are being sent to it; try again in a moment')
  const claimed = await claimOne(ctx, webhook, params.deliveryId)
  if (!claimed) throw conflict('It is already being sent')
  const { platform, tenantId } = ctx
  return async () => presentOutcome(claimed.id, await sendNow(platform, tenantId, claimed))
})
