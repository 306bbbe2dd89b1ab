/**
 * Sends claimed deliveries outside of transactions. The result is recorded with the end of the claim, and the next
 * delivery of the same webhook is claimed in the same transaction.
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { type Claimed, claimDue } from './claims.ts'
import { recordAttempt } from './record-attempt.ts'
import { sendKind } from './record-deliveries.ts'
import { type Outcome, sendOnce } from './send.ts'
import { findLocked } from './webhook-row.ts'

/** Deliveries at once of one process; each webhook has a lower limit. */
const atOnce = 300

interface Sender {
  readonly slots: Set<Promise<void>>
  stopped: boolean
}

const senders = new WeakMap<Platform, Sender>()

const senderOf = (platform: Platform): Sender => {
  const sender = senders.get(platform) ?? { slots: new Set(), stopped: false }
  senders.set(platform, sender)
  return sender
}

/** How many more this process may send at once. */
export const freeSlots = (platform: Platform): number => {
  const { slots, stopped } = senderOf(platform)
  return stopped ? 0 : atOnce - slots.size
}

const inside = (platform: Platform, tenantId: string) => {
  const id = newId(platform.clock.now().getTime())
  return tenantContextFor(platform, tenantId, 'webhooks', id)
}

interface ConcludedAttempt {
  /** of the same webhook, due and claimed */
  readonly next: readonly Claimed[]
  /** when the scheduled job must run earlier than at the end of the claim, for which it is already scheduled */
  readonly soon: Date | undefined
}

const conclude = async (
  ctx: TenantContext,
  webhookId: string,
  claimed: Claimed,
  outcome: Outcome,
  further: boolean,
): Promise<ConcludedAttempt> => {
  ctx.skipInvalidation()
  const row = await findLocked(ctx, webhookId)
  // The webhook was deleted meanwhile, so no result is recorded.
  if (!row) return { next: [], soon: undefined }
  const { webhook: after, again } = await recordAttempt(ctx, row, claimed, outcome)
  // Runs the scheduled job once more, which gives up deliveries of a webhook that was switched off.
  if (!after.enabled) return { next: [], soon: ctx.now }
  // The slot of this delivery is free again.
  const next = further ? await claimDue(ctx, after, freeSlots(ctx.platform) + 1) : []
  return { next, soon: again }
}

/**
 * Records a result. The scheduled job is moved in a separate transaction, because the worker locks its row first and
 * then the webhook's, which is locked here. If that is lost, the job still runs at the end of the claim.
 */
const record = async (
  platform: Platform,
  { tenantId, webhookId }: { readonly tenantId: string; readonly webhookId: string },
  claimed: Claimed,
  outcome: Outcome,
  further: boolean,
): Promise<readonly Claimed[]> => {
  const run = inside(platform, tenantId)
  const { next, soon } = await run((ctx) => conclude(ctx, webhookId, claimed, outcome, further))
  if (soon !== undefined && soon < claimed.until)
    await run(async (ctx) => {
      ctx.skipInvalidation()
      await ctx.scheduleNoLaterThan(sendKind, webhookId, soon)
      if (soon <= ctx.now) ctx.afterCommit(platform.wakeScheduledJobs)
    })
  return next
}

const sendInTurn = async (
  platform: Platform,
  sender: Sender,
  where: { readonly tenantId: string; readonly webhookId: string },
  first: Claimed,
): Promise<void> => {
  for (let next: Claimed | undefined = first; next; ) {
    const claimed: Claimed = next
    const outcome = await sendOnce(platform, claimed)
    platform.metrics.deliveryEnded(outcome.error === null ? 'OK' : 'FAILED', outcome.durationMs)
    const [own, ...others] = await record(platform, where, claimed, outcome, !sender.stopped)
    send(platform, where, others)
    next = own
  }
}

/** Sends deliveries in parallel. A result that cannot be recorded means another attempt after the claim expires. */
export const send = (
  platform: Platform,
  where: { readonly tenantId: string; readonly webhookId: string },
  claimed: readonly Claimed[],
): void => {
  const sender = senderOf(platform)
  for (const one of claimed) {
    const slot = sendInTurn(platform, sender, where, one).catch((error: unknown) =>
      platform.log.warn(
        { err: error, ...where },
        'The result of a delivery could not be recorded; it will be sent again',
      ),
    )
    sender.slots.add(slot)
    void slot.finally(() => sender.slots.delete(slot))
  }
}

/** For a caller who waits for the answer: one attempt, without retries. */
export const sendNow = async (
  platform: Platform,
  where: { readonly tenantId: string; readonly webhookId: string },
  claimed: Claimed,
): Promise<Outcome> => {
  const outcome = await sendOnce(platform, claimed)
  await record(platform, where, claimed, outcome, false)
  return outcome
}

/** Stops sending; attempts in progress finish. Those that take too long are sent again by another process. */
export const stopSender = async (platform: Platform): Promise<void> => {
  const sender = senderOf(platform)
  sender.stopped = true
  await Promise.allSettled(sender.slots)
}

/** Resolves when nothing is being sent; for tests and the command line. */
export const whenSent = async (platform: Platform): Promise<void> => {
  const { slots } = senderOf(platform)
  while (slots.size > 0) await Promise.allSettled(slots)
}
