import { createWebhook } from '#contracts/webhooks.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { newSecret } from './secrets.ts'
import { trimKind } from './trim-log.ts'
import { presentWebhook } from './webhook-row.ts'

const day = 86_400_000

export default serve(createWebhook)(async (ctx, { body }) => {
  const { href } = await ctx.platform.outgoing.check('body.url', body.url)
  await claimQuota(ctx, 'webhooks', 1)
  const id = newId(ctx.now.getTime())
  const { secret, sealed } = newSecret(ctx)
  const enabled = body.enabled ?? true
  const row = await ctx.db
    .insertInto('webhook')
    .values({
      tenant_id: ctx.tenantId,
      id,
      url: href,
      description: body.description ?? '',
      events: body.events,
      enabled,
      reason: enabled ? null : 'PAUSED',
      secret: sealed,
      enabled_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.schedule(trimKind, id, new Date(ctx.now.getTime() + day))
  return { ...presentWebhook(row, ctx.now), secret }
})
