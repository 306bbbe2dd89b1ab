/** Creates a webhook with past deliveries; nothing is sent. */

import type { OutwardName } from '#contracts/outward.ts'
import type { DeliveryAttempt, DeliveryState } from '#contracts/webhooks.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { serializeEvents } from '#server/platform/events/serializers.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { newId } from '#server/platform/ids.ts'
import { bodyOf } from './claims.ts'
import { insertDeliveries, subjectOf } from './record-deliveries.ts'
import { newSecret } from './secrets.ts'
import { trimKind } from './trim-log.ts'

const day = 86_400_000

export interface PastDelivery {
  readonly event: StoredEvent
  readonly state: Exclude<(typeof DeliveryState)['enum'][number], 'PENDING'>
  /** oldest first */
  readonly attempts: readonly (Omit<DeliveryAttempt, 'at'> & { readonly at: Date })[]
}

export interface PastWebhook {
  readonly url: string
  readonly description: string
  readonly events: readonly OutwardName[]
  readonly createdAt: Date
  readonly deliveries: readonly PastDelivery[]
}

const endText = `update webhook_delivery d set state = row.state, tries = row.tries, body = row.body,
    next_attempt_at = null, created_at = d.event_at
  from unnest($2::uuid[], $3::text[], $4::int[], $5::text[]) as row (id, state, tries, body)
  where d.tenant_id = $1 and d.id = row.id`
const attemptsText = `insert into webhook_attempt (tenant_id, id, delivery_id, at, status, duration_ms, error, answer)
  select $1, row.* from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[])
    as row (id, delivery_id, at, status, duration_ms, error, answer)
  returning 1`

/** Paused, so that later events are not sent either. @returns its id */
export const storePausedWebhook = async (ctx: TenantContext, past: PastWebhook): Promise<string> => {
  const id = newId(past.createdAt.getTime())
  const taken = past.deliveries.flatMap(({ attempts }) =>
    attempts.flatMap(({ at, error }) => (error === null ? [at] : [])),
  )
  await ctx.db
    .insertInto('webhook')
    .values({
      tenant_id: ctx.tenantId,
      id,
      url: past.url,
      description: past.description,
      events: [...past.events],
      enabled: false,
      reason: 'PAUSED',
      secret: newSecret(ctx).sealed,
      enabled_at: past.createdAt,
      last_success_at: taken.length === 0 ? null : new Date(Math.max(...taken.map(Number))),
      created_at: past.createdAt,
      updated_at: ctx.now,
    })
    .execute()
  await ctx.schedule(trimKind, id, new Date(ctx.now.getTime() + day))
  const shown = await serializeEvents(
    ctx,
    past.deliveries.map(({ event }) => event),
  )
  const bodies = new Map(shown.map((event) => [event.id, bodyOf(ctx, event)]))
  const rows = past.deliveries.map((delivery) => ({
    ...delivery,
    id: newId(delivery.event.at.getTime()),
    body: bodies.get(delivery.event.id) ?? null,
  }))
  await insertDeliveries(
    ctx,
    rows.map(({ id: deliveryId, event }) => ({
      id: deliveryId,
      webhookId: id,
      event: { id: event.id, at: event.at, type: event.type, subjectId: subjectOf(event) },
    })),
  )
  await ctx.run(endText, [
    ctx.tenantId,
    rows.map((row) => row.id),
    rows.map(({ state }) => state),
    rows.map(({ attempts }) => attempts.length),
    rows.map(({ body }) => body),
  ])
  const tries = rows.flatMap(({ id: deliveryId, attempts }) =>
    attempts.map((attempt) => ({ ...attempt, deliveryId })),
  )
  await ctx.run(attemptsText, [
    ctx.tenantId,
    tries.map(({ at }) => newId(at.getTime())),
    tries.map(({ deliveryId }) => deliveryId),
    tries.map(({ at }) => at),
    tries.map(({ status }) => status),
    tries.map(({ durationMs }) => durationMs),
    tries.map(({ error }) => error),
    tries.map(({ answer }) => answer),
  ])
  return id
}
