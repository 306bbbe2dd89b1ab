/**
 * The channel of webhooks in the outbox (decision 0085): the destination is a webhook, and what waits are its deliveries
 * (decision 0040).
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Outcome, Sending } from '#server/platform/outbox/channel.ts'
import { openChannel } from '#server/platform/outbox/sender.ts'
import { type ClaimedOne, claimMs, endOldClaims, makeReady, type Ready, slotsFor } from './claims.ts'
import { forgetPlanStop, giveUp, stopForPlan } from './give-up.ts'
import { type Delivery, deliveries } from './queue.ts'
import { delays, noteAttempt, noteHealth } from './record-attempt.ts'
import { sendKind } from './record-deliveries.ts'
import { type Attempt, sendOnce } from './send.ts'
import { findDue, findLocked, hasWebhooks, type WebhookRow } from './webhook-row.ts'

interface Target {
  row: WebhookRow
  /** by its plan, by somebody or by its failures */
  isOff: boolean
}

const open = async (ctx: TenantContext, webhookId: string): Promise<Target | undefined> => {
  const row = await findDue(ctx, webhookId)
  if (!row) return undefined
  if (row.has_dead) await endOldClaims(ctx, webhookId)
  if (!hasWebhooks(row.plan)) {
    await stopForPlan(ctx, row)
    return { row, isOff: true }
  }
  if (row.plan_told_at !== null) await forgetPlanStop(ctx, webhookId)
  // Deliveries that wait during a pause are sent when it ends.
  if (!row.enabled && row.reason !== 'PAUSED') await giveUp(ctx, webhookId)
  return { row, isOff: !row.enabled }
}

const attempt = async (platform: Platform, ready: Ready): Promise<Attempt> => {
  const result = await sendOnce(platform, ready)
  platform.metrics.deliveryEnded(result.error === null ? 'OK' : 'FAILED', result.durationMs)
  return result
}

const send = async (platform: Platform, { ready }: Sending<Ready>): Promise<Outcome<Attempt>> => {
  const result = await attempt(platform, ready)
  const { error, retryAfterMs = 0 } = result
  if (error === null) return { state: 'SENT', result }
  if (error === 'GONE_RECORD') return { state: 'REFUSED', fault: error, result }
  return { state: 'FAILED', fault: error, retryAfterMs, result }
}

const record = async (
  ctx: TenantContext,
  target: Target,
  { messages: [{ id }] }: Sending<Ready>,
  { result }: Outcome<Attempt>,
): Promise<undefined> => {
  await noteAttempt(ctx, id, result)
  target.row = await noteHealth(ctx, target.row, result)
  if (target.row.enabled || target.isOff) return
  target.isOff = true
  await deliveries.end(ctx, [id], 'REFUSED', null)
  await giveUp(ctx, target.row.id)
}

export const webhookChannel = openChannel<Target, Ready, Attempt>({
  name: sendKind,
  queue: deliveries,
  // Each webhook has a lower limit.
  atOnce: 300,
  claimMs,
  pauses: delays,
  jitter: 0.1,
  deadLetters: false,
  open,
  limits: ({ row, isOff }) => ({ inFlight: isOff ? 0 : slotsFor(row) }),
  prepare: async (ctx, { row }, [{ id, subject }]) => ({
    ready: await makeReady(ctx, row, id, subject as Delivery),
  }),
  send,
  record,
})

const deliveredText = `update webhook_delivery set state = 'DELIVERED', next_attempt_at = null, claimed_until = null
  where tenant_id = $1 and id = $2`
const releasedText = `update webhook_delivery set claimed_until = null
  where tenant_id = $1 and id = $2 and claimed_until = $3`

/** For a caller who waits for the answer: one attempt, which is none of the schedule. */
export const sendNow = async (
  platform: Platform,
  tenantId: string,
  { id, webhookId, until, ready }: ClaimedOne,
): Promise<Attempt> => {
  const result = await attempt(platform, ready)
  const inside = tenantContextFor(platform, tenantId, 'webhooks', newId(platform.clock.now().getTime()))
  await inside(async (ctx) => {
    ctx.skipInvalidation()
    const row = await findLocked(ctx, webhookId)
    // The webhook was deleted meanwhile, so no result is recorded.
    if (!row) return
    await noteAttempt(ctx, id, result)
    if (result.error === null) await ctx.run(deliveredText, [ctx.tenantId, id])
    else await ctx.run(releasedText, [ctx.tenantId, id, until])
    const after = await noteHealth(ctx, row, result)
    if (row.enabled && !after.enabled) await giveUp(ctx, webhookId)
  })
  return result
}
