/**
 * Carries what is claimed, outside of any transaction. What came of it is written with the end of the claim, and the
 * next one of the same webhook is claimed in the same transaction.
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { type Claimed, claimDue } from './claims.ts'
import { sendKind } from './record-deliveries.ts'
import { type Outcome, sendOnce } from './send.ts'
import { settle } from './settle.ts'
import { findLocked } from './webhook-row.ts'

/** Of one process; those of a webhook are fewer still. */
const atOnce = 300

interface Courier {
  readonly lanes: Set<Promise<void>>
  stopped: boolean
}

const couriers = new WeakMap<Platform, Courier>()

const courierOf = (platform: Platform): Courier => {
  const courier = couriers.get(platform) ?? { lanes: new Set(), stopped: false }
  couriers.set(platform, courier)
  return courier
}

/** How many more this process may carry. */
export const freeLanes = (platform: Platform): number => {
  const { lanes, stopped } = courierOf(platform)
  return stopped ? 0 : atOnce - lanes.size
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
  const { webhook: after, again } = await settle(ctx, row, claimed, outcome)
  // What waits for a webhook that was switched off is looked at once more, and given up.
  if (!after.enabled) return { next: [], soon: ctx.now }
  // The lane that this one was in is free again.
  const next = further ? await claimDue(ctx, after, freeLanes(ctx.platform) + 1) : []
  return { next, soon: again }
}

/**
 * Its scheduled job is written in a transaction of its own: who does that work holds its row and waits for the webhook's,
 * which is held here. Should this one be lost, the end of the claim is asked for all the same.
 */
const note = async (
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
      if (soon <= ctx.now) ctx.afterCommit(platform.wakeTimes)
    })
  return next
}

const carryOn = async (
  platform: Platform,
  courier: Courier,
  where: { readonly tenantId: string; readonly webhookId: string },
  first: Claimed,
): Promise<void> => {
  for (let next: Claimed | undefined = first; next; ) {
    const claimed: Claimed = next
    const outcome = await sendOnce(platform, claimed)
    platform.metrics.deliveryEnded(outcome.error === null ? 'OK' : 'FAILED', outcome.durationMs)
    const [own, ...others] = await note(platform, where, claimed, outcome, !courier.stopped)
    carry(platform, where, others)
    next = own
  }
}

/** Sends each, side by side. What cannot be noted is sent again when its claim is over. */
export const carry = (
  platform: Platform,
  where: { readonly tenantId: string; readonly webhookId: string },
  claimed: readonly Claimed[],
): void => {
  const courier = courierOf(platform)
  for (const one of claimed) {
    const lane = carryOn(platform, courier, where, one).catch((error: unknown) =>
      platform.log.warn({ err: error, ...where }, 'A delivery could not be noted; it is sent again'),
    )
    courier.lanes.add(lane)
    void lane.finally(() => courier.lanes.delete(lane))
  }
}

/** For who waits for the answer: one try, and no other after it. */
export const carryNow = async (
  platform: Platform,
  where: { readonly tenantId: string; readonly webhookId: string },
  claimed: Claimed,
): Promise<Outcome> => {
  const outcome = await sendOnce(platform, claimed)
  await note(platform, where, claimed, outcome, false)
  return outcome
}

/** Nothing new is sent; what is on its way comes to its end. What nobody waits for so long is sent again by others. */
export const settleCourier = async (platform: Platform): Promise<void> => {
  const courier = courierOf(platform)
  courier.stopped = true
  await Promise.allSettled(courier.lanes)
}

/** Resolves when nothing is on its way; for tests and the command line. */
export const whenCarried = async (platform: Platform): Promise<void> => {
  const { lanes } = courierOf(platform)
  while (lanes.size > 0) await Promise.allSettled(lanes)
}
