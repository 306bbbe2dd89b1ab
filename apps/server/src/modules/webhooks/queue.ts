/** Deliveries that wait, in the table that is also their log. */
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import type { Message } from '#server/platform/outbox/channel.ts'
import type { Queue } from '#server/platform/outbox/queue.ts'

/** What a delivery says. */
export interface Delivery {
  readonly eventId: string
  readonly type: string
  readonly at: Date
  /** made at the first attempt, so that all attempts send the same */
  readonly body: string | null
  /** of the event, if there is no body yet and the event still exists */
  readonly payload: StoredEvent['payload'] | null
}

export const deliveryColumns = `id, event_id as "eventId", type, event_at as at, body, case when body is null then (
    select e.payload from event e where e.tenant_id = $1 and e.id = event_id) end as payload`

const most = 10
const ofIt = "tenant_id = $1 and webhook_id = $2 and state = 'PENDING'"

const dueText = `select ${deliveryColumns}, next_attempt_at as "dueAt", tries,
    (select e.trace from event e where e.tenant_id = $1 and e.id = event_id) as trace from webhook_delivery
  where ${ofIt} and claimed_until is null and next_attempt_at <= $3
  order by next_attempt_at limit ${most} for update skip locked`
const inFlightText =
  'select count(*) as n from webhook_delivery where tenant_id = $1 and webhook_id = $2 and claimed_until > $3'
// What waits for a slot is claimed when one becomes free, or when a claim ends.
const nextText = `select least(
    (select min(next_attempt_at) from webhook_delivery where ${ofIt} and claimed_until is null and next_attempt_at > $3),
    (select min(claimed_until) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and claimed_until is not null)
  ) as next`
const own = "tenant_id = $1 and id = any($2::uuid[]) and state = 'PENDING'"
const claimText = `update webhook_delivery set claimed_until = $3 where ${own}`
const heldText = `select count(*) as n from webhook_delivery where ${own} and (claimed_until = $3 or $4)`
const retryText = `update webhook_delivery set tries = tries + $4, next_attempt_at = $3, claimed_until = null where ${own}`
const endText = `update webhook_delivery set state = $3, tries = tries + 1, next_attempt_at = null, claimed_until = null
  where ${own}`

interface Row extends Delivery {
  readonly id: string
  readonly dueAt: Date
  readonly tries: number
  readonly trace: string | null
}

const messageOf = ({ id, dueAt, tries, trace, ...delivery }: Row): Message => ({
  id,
  kind: delivery.type,
  subject: delivery satisfies Delivery,
  gather: null,
  dueAt,
  sendingId: null,
  pushedAt: null,
  attempts: tries,
  urgent: false,
  trace,
})

/** Deliveries of it that are being sent. */
export const countInFlight = async (ctx: TenantContext, webhookId: string): Promise<number> => {
  const [row] = await ctx.run<{ n: number }>(inFlightText, [ctx.tenantId, webhookId, ctx.now])
  return row?.n ?? 0
}

export const deliveries: Queue = {
  due: async (ctx, _channel, webhookId) =>
    (await ctx.run<Row>(dueText, [ctx.tenantId, webhookId, ctx.now])).map(messageOf),
  inFlight: (ctx, _channel, webhookId) => countInFlight(ctx, webhookId),
  next: async (ctx, _channel, webhookId) => {
    const [row] = await ctx.run<{ next: Date | null }>(nextText, [ctx.tenantId, webhookId, ctx.now])
    return row?.next ?? undefined
  },
  claim: (ctx, ids, until) => ctx.run(claimText, [ctx.tenantId, ids, until]),
  held: async (ctx, ids, until, isSent) => {
    const [row] = await ctx.run<{ n: number }>(heldText, [ctx.tenantId, ids, until, isSent])
    return row?.n ?? 0
  },
  retry: (ctx, ids, at, _fault, attempts) => ctx.run(retryText, [ctx.tenantId, ids, at, attempts]),
  end: (ctx, ids, state) => ctx.run(endText, [ctx.tenantId, ids, state === 'SENT' ? 'DELIVERED' : 'FAILED']),
  // They go with the webhook.
  forget: async () => {},
}
