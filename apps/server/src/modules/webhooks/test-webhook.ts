import { testWebhook } from '#contracts/webhooks.ts'
import { conflict } from '#server/platform/errors.ts'
import { serveOutside } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { sendNow } from './channel.ts'
import { claimOne, freeSlotsOf } from './claims.ts'
import { presentOutcome } from './present-delivery.ts'
import { insertDeliveries } from './record-deliveries.ts'
import { lockWebhook } from './webhook-row.ts'

export default serveOutside(testWebhook)(async (ctx, { params }) => {
  const webhook = await lockWebhook(ctx, params.id)
  if ((await freeSlotsOf(ctx, webhook)) <= 0)
    throw conflict('Other deliveries are being sent to it; try again in a moment')
  const [id, eventId] = [newId(ctx.now.getTime()), newId(ctx.now.getTime())]
  const event = { id: eventId, at: ctx.now, type: 'webhook.test', subjectId: webhook.id }
  await insertDeliveries(ctx, [{ id, webhookId: webhook.id, event }])
  const claimed = await claimOne(ctx, webhook, id)
  if (!claimed) throw conflict('It is already being sent')
  // A single attempt without retries, because the caller sees the result.
  await ctx.run(
    "update webhook_delivery set state = 'FAILED', next_attempt_at = null where tenant_id = $1 and id = $2",
    [ctx.tenantId, id],
  )
  const { platform, tenantId } = ctx
  return async () => presentOutcome(id, await sendNow(platform, tenantId, claimed))
})
