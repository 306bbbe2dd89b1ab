import { type AttemptError, getWebhook } from '#contracts/webhooks.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type AttemptRow, presentAttempt } from './present-delivery.ts'
import { presentWebhook, readWebhook } from './webhook-row.ts'

const day = 86_400_000

const healthText = `select
    (select count(*) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and state = 'DELIVERED' and created_at >= $3) as delivered,
    (select count(*) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and state = 'FAILED' and created_at >= $3) as failed,
    (select count(*) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and state = 'PENDING') as waiting`
/** Of recent deliveries: attempts of one are at most days apart. */
const lastText = `select a.at, a.status, a.duration_ms, a.error, a.answer from (
    select id from webhook_delivery where tenant_id = $1 and webhook_id = $2 order by created_at desc, id desc limit 50) d
  join webhook_attempt a on a.tenant_id = $1 and a.delivery_id = d.id order by a.at desc limit 1`

interface Health {
  delivered: number
  failed: number
  waiting: number
}

export default serve(getWebhook)(async (ctx, { params }) => {
  const row = await readWebhook(ctx, params.id)
  const [[health], [last]] = await Promise.all([
    ctx.run<Health>(healthText, [ctx.tenantId, row.id, new Date(ctx.now.getTime() - day)]),
    ctx.run<AttemptRow & { error: AttemptError | null }>(lastText, [ctx.tenantId, row.id]),
  ])
  return {
    ...presentWebhook(row, ctx.now),
    health: health ?? { delivered: 0, failed: 0, waiting: 0 },
    lastAttempt: last ? presentAttempt(last) : null,
  }
})
