/**
 * Deliveries that somebody is sending. A claim is written in a transaction and outlives it; it ends with what came of
 * the try, or by itself where who made it died. All of this is done while the webhook's row is locked.
 */
import type { TenantContext } from '#server/platform/context.ts'
import type { HeardEvent } from '#server/platform/events/heard-event.ts'
import { serializeEvents } from '#server/platform/events/serializers.ts'
import { signingSecrets } from './secrets.ts'
import type { WebhookRow } from './webhook-row.ts'

/** A try takes 15 seconds at most; what came of it is written within the rest. */
const claimMs = 30_000
const inFlight = 5
/** Who fails again and again is asked with one at a time: a receiver that hangs holds little. */
const inFlightFailing = 1
const failsAgain = 3
const longestBody = 64 * 1024

export interface Claimed {
  readonly id: string
  readonly eventId: string
  readonly url: string
  readonly secrets: readonly string[]
  /** undefined: the event and its record are no more */
  readonly body: string | undefined
  readonly until: Date
  /** somebody asked for it, so it is no try of the schedule */
  readonly manual: boolean
}

interface TakenRow {
  id: string
  event_id: string
  type: string
  event_at: Date
  body: string | null
  /** of the event, where there is no body yet and it still is */
  payload: HeardEvent['payload'] | null
}

const claimedOfIt =
  'select count(*) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and claimed_until > $3'

export const slotsFor = ({ failures }: Pick<WebhookRow, 'failures'>): number =>
  failures >= failsAgain ? inFlightFailing : inFlight

/** How many more may be sent at this moment. */
export const freeSlotsOf = async (ctx: TenantContext, row: WebhookRow): Promise<number> => {
  const [counted] = await ctx.run<{ count: number }>(claimedOfIt, [ctx.tenantId, row.id, ctx.now])
  return slotsFor(row) - (counted?.count ?? 0)
}

const endedText = `update webhook_delivery set claimed_until = null
  where tenant_id = $1 and webhook_id = $2 and claimed_until <= $3`

/** Claims of who died. */
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
  // Too long to be sent: what it is about can be read.
  return JSON.stringify({ ...envelope, data: { id: (data as { id: string }).id, changes: [] } })
}

/** Bodies of those that are tried for the first time, kept for all tries that follow. */
const makeBodies = async (
  ctx: TenantContext,
  row: WebhookRow,
  rows: readonly TakenRow[],
): Promise<ReadonlyMap<string, string>> => {
  const fresh = rows.filter(({ body }) => body === null)
  if (fresh.length === 0) return new Map()
  const events = fresh.flatMap(({ event_id: id, type, event_at: at, payload }) =>
    payload === null ? [] : [{ id, type: type as HeardEvent['type'], tenantId: ctx.tenantId, at, payload }],
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

/** The next ones that are due and may be sent now. */
export const claimDue = async (ctx: TenantContext, row: WebhookRow, atMost: number): Promise<Claimed[]> => {
  if (atMost <= 0) return []
  const rows = await ctx.run<TakenRow>(takeText, whatToTake(ctx, row, atMost))
  return claimedOf(ctx, row, rows, { until: endOf(ctx), manual: false })
}

/** This one, because somebody asked. Undefined while it is being sent. */
export const claimOne = async (
  ctx: TenantContext,
  row: WebhookRow,
  id: string,
): Promise<Claimed | undefined> => {
  const until = endOf(ctx)
  const rows = await ctx.run<TakenRow>(takeOneText, [ctx.tenantId, id, until, ctx.now])
  return (await claimedOf(ctx, row, rows, { until, manual: true }))[0]
}

/** Sees what was claimed before; what it claims ends no sooner than all of that. */
const takeAndLookText = `with taken as (${takeText})
  select next.at as next, taken.* from (select least(
      (select min(next_attempt_at) from webhook_delivery
       where tenant_id = $1 and webhook_id = $2 and state = 'PENDING' and claimed_until is null and next_attempt_at > $3),
      (select min(claimed_until) from webhook_delivery where tenant_id = $1 and webhook_id = $2 and claimed_until is not null)
    ) as at) next left join taken on true`

/** The same, and when something of it falls due, or a claim would end. */
export const claimAndLook = async (
  ctx: TenantContext,
  row: WebhookRow,
  atMost: number,
): Promise<{ claimed: Claimed[]; next: Date | undefined }> => {
  const rows = await ctx.run<{ next: Date | null; id: string | null }>(
    takeAndLookText,
    whatToTake(ctx, row, atMost),
  )
  const until = endOf(ctx)
  const own = rows.filter((one): one is TakenRow & { next: Date | null } => one.id !== null)
  const claimed = await claimedOf(ctx, row, own, { until, manual: false })
  return { claimed, next: rows[0]?.next ?? (own.length > 0 ? until : undefined) }
}
