/** Creates a delivery of an event for each webhook that subscribes to it. */

import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { ShownName } from '#contracts/outward.ts'
import { isShown, outwardNames } from '#contracts/outward.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { newId } from '#server/platform/ids.ts'
import { slotsFor } from './claims.ts'
import { hasWebhooks } from './webhook-row.ts'

export const sendKind = 'webhook.send'

export const shownNames: readonly ShownName[] = outwardNames.filter(isShown)

/** Run by the worker, whose database role may read these columns of webhooks only. */
export const interestedTenants =
  'select distinct tenant_id from webhook where tenant_id = any($1::uuid[]) and enabled and deleted_at is null'

/**
 * Milliseconds. A webhook without a free slot is polled when one becomes free, and after this time at the latest,
 * because that may just have happened. So a hanging receiver costs no query for each event.
 */
const fullPollMs = 5000

interface SubscribedWebhook {
  readonly id: string
  readonly events: readonly string[]
  readonly plan: Plan
  readonly failures: number
  readonly claimed: number
}

const wantingText = `select w.id, w.events, t.plan, w.failures, (
    select count(*) from webhook_delivery d where d.tenant_id = $1 and d.webhook_id = w.id and d.claimed_until > $2) as claimed
  from webhook w join tenant t on t.id = w.tenant_id
  where w.tenant_id = $1 and w.enabled and w.deleted_at is null`

const subjects: Readonly<Record<string, string>> = {
  feedback: 'feedbackId',
  status: 'itemId',
  task: 'taskId',
  sla: 'taskId',
  operator: 'operatorId',
  amenity: 'amenityId',
  export: 'exportId',
}

/** Id of the record that the event is about. */
export const subjectOf = ({ type, payload }: StoredEvent): string | null => {
  const field = subjects[type.slice(0, type.indexOf('.'))] ?? ''
  const id = (payload as Readonly<Record<string, unknown>>)[field]
  return typeof id === 'string' ? id : null
}

const insertText = `insert into webhook_delivery (tenant_id, id, webhook_id, event_id, type, subject_id, event_at, next_attempt_at, created_at)
  select $1, row.id, row.webhook_id, row.event_id, row.type, row.subject_id, row.event_at, $8, $8
  from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[])
    as row (id, webhook_id, event_id, type, subject_id, event_at)
  on conflict (tenant_id, webhook_id, event_id) do nothing`

export interface NewDelivery {
  readonly id: string
  readonly webhookId: string
  readonly event: Pick<StoredEvent, 'id' | 'at'> & {
    readonly type: string
    readonly subjectId: string | null
  }
}

/** Inserts deliveries that are due now. */
export const insertDeliveries = async (ctx: TenantContext, rows: readonly NewDelivery[]): Promise<void> => {
  await ctx.run(insertText, [
    ctx.tenantId,
    rows.map(({ id }) => id),
    rows.map(({ webhookId }) => webhookId),
    rows.map(({ event }) => event.id),
    rows.map(({ event }) => event.type),
    rows.map(({ event }) => event.subjectId),
    rows.map(({ event }) => event.at),
    ctx.now,
  ])
}

/** Quarantined reports are sent when they are released. */
const isQuarantined = ({ payload }: StoredEvent): boolean => 'quarantined' in payload && payload.quarantined

export const recordDeliveries = async (ctx: TenantContext, events: readonly StoredEvent[]): Promise<void> => {
  const released = events.filter((event) => !isQuarantined(event))
  if (released.length === 0) return
  ctx.skipInvalidation()
  const webhooks = await ctx.run<SubscribedWebhook>(wantingText, [ctx.tenantId, ctx.now])
  const withPlan = webhooks.filter(({ plan }) => hasWebhooks(plan))
  const rows = withPlan.flatMap((webhook) =>
    released
      .filter(({ type }) => webhook.events.includes(type))
      .map((event) => ({
        id: newId(ctx.now.getTime()),
        webhookId: webhook.id,
        event: { id: event.id, type: event.type, at: event.at, subjectId: subjectOf(event) },
      })),
  )
  if (rows.length === 0) return
  await insertDeliveries(ctx, rows)
  const later = new Date(ctx.now.getTime() + fullPollMs)
  const subscribed = new Set(rows.map(({ webhookId }) => webhookId))
  const polls = withPlan
    .filter(({ id }) => subscribed.has(id))
    .map((one) => [one.id, one.claimed < slotsFor(one) ? ctx.now : later] as const)
  await ctx.scheduleEachNoLaterThan(sendKind, new Map(polls))
  ctx.afterCommit(ctx.platform.wakeScheduledJobs)
}
