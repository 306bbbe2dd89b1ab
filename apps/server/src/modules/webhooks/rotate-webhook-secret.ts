import { rotateWebhookSecret } from '#contracts/webhooks.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newSecret, olderSecrets } from './secrets.ts'
import { lockWebhook, presentWebhook } from './webhook-row.ts'

const bothMs = 24 * 3600_000
/**
 * Limits the secrets kept during repeated rotations within a day; the oldest are kept, because one of them is in use.
 */
const mostOlder = 5

export default serve(rotateWebhookSecret)(async (ctx, { params }) => {
  const before = await lockWebhook(ctx, params.id)
  const { secret, sealed } = newSecret(ctx)
  const row = await ctx.db
    .updateTable('webhook')
    .set({
      secret: sealed,
      former_secret: before.secret,
      former_until: new Date(ctx.now.getTime() + bothMs),
      older_secrets: JSON.stringify(olderSecrets(before, ctx.now).slice(-mostOlder)),
      updated_at: ctx.now,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...presentWebhook(row, ctx.now), secret }
})
