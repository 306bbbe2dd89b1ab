/** Makes what is sent, and claims a single delivery on request. */
import type { TenantContext } from '#server/platform/context.ts'
import { serializeEvents } from '#server/platform/events/serializers.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { countInFlight, type Delivery, deliveryColumns } from './queue.ts'
import { signingSecrets } from './secrets.ts'
import type { WebhookRow } from './webhook-row.ts'

/** Milliseconds; an attempt takes at most 15 seconds, and the rest is for recording it. */
export const claimMs = 30_000
const inFlight = 5
/** A webhook that keeps failing gets one delivery at a time, so that a hanging receiver blocks few slots. */
const inFlightFailing = 1
const failingAfter = 3
const longestBody = 64 * 1024

/** What an attempt needs. */
export interface Ready {
  readonly eventId: string
  readonly url: string
  readonly secrets: readonly string[]
  /** undefined: the event and its record no longer exist */
  readonly body: string | undefined
}

export const slotsFor = ({ failures }: Pick<WebhookRow, 'failures'>): number =>
  failures >= failingAfter ? inFlightFailing : inFlight

/** How many more deliveries may be sent now. */
export const freeSlotsOf = async (ctx: TenantContext, row: WebhookRow): Promise<number> =>
  slotsFor(row) - (await countInFlight(ctx, row.id))

const endedText = `update webhook_delivery set claimed_until = null
  where tenant_id = $1 and webhook_id = $2 and claimed_until <= $3`

/** Ends claims of dead processes. */
export const endOldClaims = (ctx: TenantContext, webhookId: string): Promise<unknown> =>
  ctx.run(endedText, [ctx.tenantId, webhookId, ctx.now])

export const bodyOf = (
  ctx: TenantContext,
  {
    id,
    type,
    at,
    data,
  }: { readonly id: string; readonly type: string; readonly at: Date; readonly data: unknown },
): string => {
  const envelope = { id, type, createdAt: at.toISOString(), tenantId: ctx.tenantId }
  const body = JSON.stringify({ ...envelope, data })
  if (Buffer.byteLength(body) <= longestBody) return body
  // Too large to send: the receiver can read the record.
  return JSON.stringify({ ...envelope, data: { id: (data as { id: string }).id, changes: [] } })
}

const makeBody = async (
  ctx: TenantContext,
  { id: webhookId, url }: WebhookRow,
  { eventId: id, type, at, payload }: Delivery,
): Promise<string | undefined> => {
  if (type === 'webhook.test') return bodyOf(ctx, { id, type, at, data: { id: webhookId, url, changes: [] } })
  if (payload === null) return undefined
  const event = { id, type: type as StoredEvent['type'], tenantId: ctx.tenantId, at, payload }
  const [shown] = await serializeEvents(ctx, [event])
  return shown && bodyOf(ctx, shown)
}

const keepText = 'update webhook_delivery set body = $3 where tenant_id = $1 and id = $2'

export const makeReady = async (
  ctx: TenantContext,
  row: WebhookRow,
  deliveryId: string,
  delivery: Delivery,
): Promise<Ready> => {
  const body = delivery.body ?? (await makeBody(ctx, row, delivery))
  if (delivery.body === null && body !== undefined) await ctx.run(keepText, [ctx.tenantId, deliveryId, body])
  const secrets = signingSecrets(ctx, row)
  if (secrets.length === 0)
    ctx.platform.log.warn(
      { tenantId: ctx.tenantId, webhookId: row.id },
      'The secret of a webhook cannot be read with this SECRET; nothing is sent to it',
    )
  return { eventId: delivery.eventId, url: row.url, secrets, body }
}

export interface ClaimedOne {
  readonly id: string
  readonly webhookId: string
  readonly until: Date
  readonly ready: Ready
}

const takeOneText = `update webhook_delivery set claimed_until = $3
  where tenant_id = $1 and id = $2 and (claimed_until is null or claimed_until <= $4)
  returning ${deliveryColumns}`

/** Claims one delivery on request. Undefined while it is being sent. */
export const claimOne = async (
  ctx: TenantContext,
  row: WebhookRow,
  id: string,
): Promise<ClaimedOne | undefined> => {
  const until = new Date(ctx.now.getTime() + claimMs)
  const [delivery] = await ctx.run<Delivery>(takeOneText, [ctx.tenantId, id, until, ctx.now])
  return delivery && { id, webhookId: row.id, until, ready: await makeReady(ctx, row, id, delivery) }
}
