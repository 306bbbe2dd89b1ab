/**
 * Sends what is claimed, outside of any transaction. What came of it is recorded with the end of the claim, and the
 * next one of the same webhook is claimed in the same transaction.
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { type Claimed, claimDue } from './claims.ts'
import { recordAttempt } from './record-attempt.ts'
import { sendKind } from './record-deliveries.ts'
import { type Outcome, sendOnce } from './send.ts'
import { findLocked } from './webhook-row.ts'

/** Of one process; those of a webhook are fewer still. */
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

interface Concluded {
  /** of the same webhook, due and claimed */
  readonly next: readonly Claimed[]
  /** it is to be looked at sooner than at the end of the claim, which is asked for already */
  readonly soon: Date | undefined
}

const conclude = async (
  ctx: TenantContext,
  webhookId: string,
  claimed: Claimed,
  outcome: Outcome,
  further: boolean,
): Promise<Concluded> => {
  ctx.skipInvalidation()
  const row = await findLocked(ctx, webhookId)
  // Deleted meanwhile: nobody asks what came of it.
  if (!row) return { next: [], soon: undefined }
  const { webhook: after, again } = await recordAttempt(ctx, row, claimed, outcome)
  // What waits for a webhook that was switched off is looked at once more, and given up.
  if (!after.enabled) return { next: [], soon: ctx.now }
  // The slot of this one is free again.
  const next = further ? await claimDue(ctx, after, freeSlots(ctx.platform) + 1) : []
  return { next, soon: again }
}

/**
 * Its scheduled job is written in a transaction of its own: who does that work holds its row and waits for the webhook's,
 * which is held here. Should this one be lost, the end of the claim is asked for all the same.
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

/** Sends each, side by side. What cannot be recorded is sent again when its claim is over. */
export const send = (
  platform: Platform,
  where: { readonly tenantId: string; readonly webhookId: string },
  claimed: readonly Claimed[],
): void => {
  const sender = senderOf(platform)
  for (const one of claimed) {
    const slot = sendInTurn(platform, sender, where, one).catch((error: unknown) =>
      platform.log.warn({ err: error, ...where }, 'A delivery could not be noted; it is sent again'),
    )
    sender.slots.add(slot)
    void slot.finally(() => sender.slots.delete(slot))
  }
}

/** For who waits for the answer: one try, and no other after it. */
export const sendNow = async (
  platform: Platform,
  where: { readonly tenantId: string; readonly webhookId: string },
  claimed: Claimed,
): Promise<Outcome> => {
  const outcome = await sendOnce(platform, claimed)
  await record(platform, where, claimed, outcome, false)
  return outcome
}

/** Nothing new is sent; what is on its way comes to its end. What nobody waits for so long is sent again by others. */
export const stopSender = async (platform: Platform): Promise<void> => {
  const sender = senderOf(platform)
  sender.stopped = true
  await Promise.allSettled(sender.slots)
}

/** Resolves when nothing is on its way; for tests and the command line. */
export const whenSent = async (platform: Platform): Promise<void> => {
  const { slots } = senderOf(platform)
  while (slots.size > 0) await Promise.allSettled(slots)
}
