import { createWebhook, deleteWebhook } from '#contracts/webhooks.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendKind } from './record-deliveries.ts'
import { trimKind } from './trim-log.ts'
import { lockWebhook, presentWebhook } from './webhook-row.ts'

export default serve(deleteWebhook)(async (ctx, { params }) => {
  // Before the webhook's row, in the lock order of its scheduled job.
  await ctx.cancel(sendKind, params.id)
  const row = await lockWebhook(ctx, params.id)
  requireVersion(ctx, row.version)
  auditGone(ctx, presentWebhook(row, ctx.now), createWebhook)
  // Its log may be long and is deleted in parts.
  await ctx.db
    .updateTable('webhook')
    .set({ deleted_at: ctx.now, enabled: false, secret: '', former_secret: null, older_secrets: '[]' })
    .where('id', '=', row.id)
    .execute()
  await ctx.schedule(trimKind, row.id, ctx.now)
  return { id: row.id }
})
