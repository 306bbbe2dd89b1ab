import { updateWebhook } from '#contracts/webhooks.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendKind } from './record-deliveries.ts'
import { lockWebhook, presentWebhook } from './webhook-row.ts'

export default serve(updateWebhook)(async (ctx, { params, body }) => {
  const url =
    body.url === undefined ? undefined : (await ctx.platform.outgoing.check('body.url', body.url)).href
  // Before the webhook's row, in the lock order of its scheduled job.
  if (body.enabled || url !== undefined) await ctx.scheduleNoLaterThan(sendKind, params.id, ctx.now)
  const before = await lockWebhook(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, presentWebhook(before, ctx.now))
  const enabled = body.enabled ?? before.enabled
  const isAnother = url !== undefined && url !== before.url
  // A new address, or enabling it again, resets its failures.
  const starts = isAnother || (enabled && !before.enabled)
  const reason = enabled ? null : before.enabled ? 'PAUSED' : before.reason
  const row = await ctx.db
    .updateTable('webhook')
    .set({
      url: url ?? before.url,
      description: body.description ?? before.description,
      events: body.events ?? before.events,
      enabled,
      reason,
      ...(starts ? { enabled_at: ctx.now, failing_since: null, failures: 0 } : {}),
      updated_at: ctx.now,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (starts && enabled) ctx.afterCommit(ctx.platform.wakeScheduledJobs)
  return presentWebhook(row, ctx.now)
})
