/**
 * Claims of deliveries that are being sent. A claim is committed before sending; it ends with the result of the
 * attempt, or by its time if the process died. All functions need the webhook's row to be locked.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { serializeEvents } from '#server/platform/events/serializers.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { signingSecrets } from './secrets.ts'
import type { WebhookRow } from './webhook-row.ts'

/** Milliseconds; an attempt takes at most 15 seconds, and the rest is for recording it. */
const claimMs = 30_000
const inFlight = 5
/** A webhook that keeps failing gets one delivery at a time, so that a hanging receiver blocks few slots. */
const inFlightFailing = 1
const failingAfter = 3
const longestBody = 64 * 1024

export interface Claimed {
  readonly id: string
  readonly eventId: string
  readonly url: string
  readonly secrets: readonly string[]
  /** undefined: the event and its record no longer exist */
  readonly body: string | undefined
  readonly until: Date
  /** sent on request, so it is no attempt of the retry schedule */
  readonly manual: boolean
}

interface TakenRow {
  id: string
  event_id: string
  type: string
  event_at: Date
  body: string | null
  /** of the event, if there is no body yet and the event still exists */
  payload: StoredEvent['payload'] | null
}

const claimedOfIt =
  'select count(*) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and claimed_until > $3'

export const slotsFor = ({ failures }: Pick<WebhookRow, 'failures'>): number =>
  failures >= failingAfter ? inFlightFailing : inFlight

/** How many more deliveries may be sent now. */
export const freeSlotsOf = async (ctx: TenantContext, row: WebhookRow): Promise<number> => {
  const [counted] = await ctx.run<{ count: number }>(claimedOfIt, [ctx.tenantId, row.id, ctx.now])
  return slotsFor(row) - (counted?.count ?? 0)
}

const endedText = `update webhook_delivery set claimed_until = null
  where tenant_id = $1 and webhook_id = $2 and claimed_until <= $3`

/** Ends claims of dead processes. */
export const endOldClaims = (ctx: TenantContext, webhookId: string): Promise<unknown> =>
  ctx.run(endedText, [ctx.tenantId, webhookId, ctx.now])

const taken = `id, event_id, type, event_at, body, case when body is null then (
    select e.payload from event e where e.tenant_id = $1 and e.id = event_id) end as payload`
const takeText = `update webhook_delivery set claimed_until = $4
  where tenant_id = $1 and id = any(array(
    select id from webhook_delivery where tenant_id = $1 and webhook_id = $2 and state = 'PENDING'
      and claimed_until is null and next_attempt_at <= $3
    order by next_attempt_at limit greatest(0, least($5, $6 - (${claimedOfIt}))) for update skip locked))
  returning ${taken}`
const takeOneText = `update webhook_delivery set claimed_until = $3
  where tenant_id = $1 and id = $2 and (claimed_until is null or claimed_until <= $4)
  returning ${taken}`
const keepText = `update webhook_delivery d set body = row.body from unnest($2::uuid[], $3::text[]) as row (id, body)
  where d.tenant_id = $1 and d.id = row.id`

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

/** Creates the bodies for first attempts; all retries send the same. */
const makeBodies = async (
  ctx: TenantContext,
  row: WebhookRow,
  rows: readonly TakenRow[],
): Promise<ReadonlyMap<string, string>> => {
  const fresh = rows.filter(({ body }) => body === null)
  if (fresh.length === 0) return new Map()
  const events = fresh.flatMap(({ event_id: id, type, event_at: at, payload }) =>
    payload === null ? [] : [{ id, type: type as StoredEvent['type'], tenantId: ctx.tenantId, at, payload }],
  )
  const shown = new Map(
    (await serializeEvents(ctx, events)).map((event) => [event.id, bodyOf(ctx, event)] as const),
  )
  const made = new Map<string, string>()
  for (const { id, event_id: eventId, type, event_at: at } of fresh) {
    const data = { id: row.id, url: row.url, changes: [] }
    const body = type === 'webhook.test' ? bodyOf(ctx, { id: eventId, type, at, data }) : shown.get(eventId)
    if (body !== undefined) made.set(id, body)
  }
  await ctx.run(keepText, [ctx.tenantId, [...made.keys()], [...made.values()]])
  return made
}

const claimedOf = async (
  ctx: TenantContext,
  row: WebhookRow,
  rows: readonly TakenRow[],
  { until, manual }: { readonly until: Date; readonly manual: boolean },
): Promise<Claimed[]> => {
  const made = await makeBodies(ctx, row, rows)
  const secrets = signingSecrets(ctx, row)
  if (secrets.length === 0)
    ctx.platform.log.warn(
      { tenantId: ctx.tenantId, webhookId: row.id },
      'The secret of a webhook cannot be read with this SECRET; nothing is sent to it',
    )
  return rows.map(({ id, event_id: eventId, body }) => ({
    id,
    eventId,
    url: row.url,
    secrets,
    body: body ?? made.get(id),
    until,
    manual,
  }))
}

const endOf = (ctx: TenantContext): Date => new Date(ctx.now.getTime() + claimMs)

const whatToTake = (ctx: TenantContext, row: WebhookRow, atMost: number): unknown[] => [
  ctx.tenantId,
  row.id,
  ctx.now,
  endOf(ctx),
  atMost,
  slotsFor(row),
]

/** Claims the next due deliveries. */
export const claimDue = async (ctx: TenantContext, row: WebhookRow, atMost: number): Promise<Claimed[]> => {
  if (atMost <= 0) return []
  const rows = await ctx.run<TakenRow>(takeText, whatToTake(ctx, row, atMost))
  return claimedOf(ctx, row, rows, { until: endOf(ctx), manual: false })
}

/** Claims one delivery on request. Undefined while it is being sent. */
export const claimOne = async (
  ctx: TenantContext,
  row: WebhookRow,
  id: string,
): Promise<Claimed | undefined> => {
  const until = endOf(ctx)
  const rows = await ctx.run<TakenRow>(takeOneText, [ctx.tenantId, id, until, ctx.now])
  return (await claimedOf(ctx, row, rows, { until, manual: true }))[0]
}

/** Sees only earlier claims; the new ones end no sooner than those. */
const claimAndNextText = `with taken as (${takeText})
  select next.at as next, taken.* from (select least(
      (select min(next_attempt_at) from webhook_delivery
       where tenant_id = $1 and webhook_id = $2 and state = 'PENDING' and claimed_until is null and next_attempt_at > $3),
      (select min(claimed_until) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and claimed_until is not null)
    ) as at) next left join taken on true`

/** Claims due deliveries, and returns when the next is due or a claim ends. */
export const claimAndNext = async (
  ctx: TenantContext,
  row: WebhookRow,
  atMost: number,
): Promise<{ claimed: Claimed[]; next: Date | undefined }> => {
  const rows = await ctx.run<{ next: Date | null; id: string | null }>(
    claimAndNextText,
    whatToTake(ctx, row, atMost),
  )
  const until = endOf(ctx)
  const own = rows.filter((one): one is TakenRow & { next: Date | null } => one.id !== null)
  const claimed = await claimedOf(ctx, row, own, { until, manual: false })
  return { claimed, next: rows[0]?.next ?? (own.length > 0 ? until : undefined) }
}
