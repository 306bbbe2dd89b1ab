/**
 * One notification to all devices of a person. A device that accepted it is not asked again by a repeat, which has
 * the same id and replaces the first one on the device.
 */
import type { Platform, TenantContext } from '../context.ts'
import { newId } from '../ids.ts'
import type { PushRequest } from './note.ts'
import { type Device, type PushResult, sendPush } from './send.ts'

/** How long to wait for a receipt before the email is sent. */
export const receiptMs = 10 * 60_000
/** How long a failed push service is not called. */
const restMs = 10 * 60_000
/** How long a push service keeps a notification without an email. */
const keptSeconds = 24 * 3600

interface Delivery extends Device {
  readonly id: string
  readonly subscriptionId: string
}

export interface StartedPush {
  readonly push: PushRequest
  /** devices that have not accepted it yet */
  readonly left: readonly Delivery[]
  /** a device accepted it in an earlier attempt */
  readonly isTaken: boolean
  /** a device may accept it later, since its push service failed recently */
  readonly isResting: boolean
}

/** @param id of the message, the same for all attempts */
export const startPush = async (ctx: TenantContext, id: string, push: PushRequest): Promise<StartedPush> => {
  const alive = await ctx.run<{ id: string; rests: boolean }>(
    `select p.id, p.rests_until is not null and p.rests_until > $3 as rests from push_subscription p
       join session s on s.tenant_id = $1 and s.id = p.session_id and s.ended_at is null and s.expires_at > $3
       join app_user u on u.tenant_id = $1 and u.id = p.user_id and u.state = 'ACTIVE' and u.removed_at is null
     where p.tenant_id = $1 and p.user_id = $2`,
    [ctx.tenantId, push.userId, ctx.now],
  )
  const devices = alive.filter(({ rests }) => !rests).map((device) => device.id)
  await ctx.run(
    `insert into push_delivery (tenant_id, id, message_id, subscription_id, at)
     select $1, d.id, $2, d.subscription_id, $5 from unnest($3::uuid[], $4::uuid[]) as d (id, subscription_id)
     on conflict do nothing`,
    [ctx.tenantId, id, devices.map(() => newId(ctx.now.getTime())), devices, ctx.now],
  )
  const rows = await ctx.run<Delivery & { accepted_at: Date | null }>(
    `select d.id, d.subscription_id as "subscriptionId", d.accepted_at, p.endpoint, p.p256dh, p.auth
     from push_delivery d join push_subscription p on p.tenant_id = $1 and p.id = d.subscription_id
     where d.tenant_id = $1 and d.message_id = $2 and p.id = any($3::uuid[])`,
    [ctx.tenantId, id, devices],
  )
  const left = rows.filter(({ accepted_at }) => accepted_at === null)
  return { push, left, isTaken: left.length < rows.length, isResting: devices.length < alive.length }
}

export interface PushAttempt {
  readonly delivery: Delivery
  readonly sent: PushResult
}

/** Sends to the remaining devices in parallel, outside a transaction. */
export const sendPushes = (
  platform: Platform,
  tenantId: string,
  id: string,
  { left, push: { note, orMail } }: StartedPush,
): Promise<PushAttempt[]> =>
  Promise.all(
    left.map(async (delivery) => ({
      delivery,
      sent: await sendPush(
        platform,
        delivery,
        { ...note, id, receipt: `/m/${platform.keys.seal('push-receipt', tenantId, delivery.id)}` },
        // The notification expires when the email is due.
        orMail ? receiptMs / 1000 : keptSeconds,
      ),
    })),
  )

export const isAccepted = ({ isTaken }: StartedPush, attempts: readonly PushAttempt[]): boolean =>
  isTaken || attempts.some(({ sent }) => sent === 'ACCEPTED')

/** Whether a device may accept it later. */
export const mayBeAccepted = ({ isResting }: StartedPush, attempts: readonly PushAttempt[]): boolean =>
  isResting || attempts.some(({ sent }) => sent === 'FAILED')

/** @returns whether a device has already confirmed it */
export const recordPush = async (
  ctx: TenantContext,
  id: string,
  attempts: readonly PushAttempt[],
): Promise<boolean> => {
  const which = (wanted: PushResult): readonly Delivery[] =>
    attempts.flatMap(({ sent, delivery }) => (sent === wanted ? [delivery] : []))
  const [accepted, gone, failed] = [which('ACCEPTED'), which('GONE'), which('FAILED')]
  if (accepted.length > 0)
    await ctx.run(
      'update push_delivery set accepted_at = $3 where tenant_id = $1 and id = any($2::uuid[]) and accepted_at is null',
      [ctx.tenantId, accepted.map((delivery) => delivery.id), ctx.now],
    )
  if (gone.length > 0)
    await ctx.run('delete from push_subscription where tenant_id = $1 and id = any($2::uuid[])', [
      ctx.tenantId,
      gone.map(({ subscriptionId }) => subscriptionId),
    ])
  if (failed.length > 0)
    await ctx.run(
      'update push_subscription set rests_until = $3 where tenant_id = $1 and id = any($2::uuid[])',
      [
        ctx.tenantId,
        failed.map(({ subscriptionId }) => subscriptionId),
        new Date(ctx.now.getTime() + restMs),
      ],
    )
  const confirmed = await ctx.run(
    'select id from push_delivery where tenant_id = $1 and message_id = $2 and received_at is not null limit 1',
    [ctx.tenantId, id],
  )
  return confirmed.length > 0
}

// While the email is being sent it is too late.
const confirmedText = `update outbox set state = 'SENT', ended_at = $3
  where tenant_id = $1 and id = $2 and state = 'WAITING' and pushed_at is not null
    and (claimed_until is null or claimed_until <= $3)`

/** A device has shown the notification; repeats change nothing. @returns whether the delivery exists */
export const recordReceipt = async (ctx: TenantContext, deliveryId: string): Promise<boolean> => {
  const [delivery] = await ctx.run<{ message_id: string; subscription_id: string; fresh: boolean }>(
    `update push_delivery d set received_at = coalesce(d.received_at, $3)
     from (select id, received_at is null as fresh from push_delivery where tenant_id = $1 and id = $2 for update) before
     where d.tenant_id = $1 and d.id = before.id returning d.message_id, d.subscription_id, before.fresh`,
    [ctx.tenantId, deliveryId, ctx.now],
  )
  if (!delivery?.fresh) return delivery !== undefined
  await ctx.run('update push_subscription set received_at = $3 where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    delivery.subscription_id,
    ctx.now,
  ])
  await ctx.run(confirmedText, [ctx.tenantId, delivery.message_id, ctx.now])
  ctx.afterCommit(() => {
    ctx.platform.metrics.pushReceipts++
  })
  return true
}
