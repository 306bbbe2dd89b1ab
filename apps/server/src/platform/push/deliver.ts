/**
 * One notification to all devices of a person. It is stored before sending, together with the email that follows
 * without a receipt: after a crash it is sent again with the same id, which replaces the first one on the device,
 * and the email is still due.
 */
import type { Platform, TenantContext } from '../context.ts'
import { emit } from '../events/emit.ts'
import { newId } from '../ids.ts'
import type { PushRequest } from './note.ts'
import { type Device, type PushResult, sendPush } from './send.ts'

/** How long to wait for a receipt before the email is sent. */
export const receiptMs = 10 * 60_000
/** How long a failed push service is not called. */
const restMs = 10 * 60_000
/** How long a push service keeps a notification without an email. */
const keptSeconds = 24 * 3600

export const unconfirmed = 'push.unconfirmed'

interface Delivery extends Device {
  readonly id: string
  readonly subscriptionId: string
}

export interface StartedPush {
  /** devices that have not accepted it yet */
  readonly left: readonly Delivery[]
  /** a device accepted it in an earlier attempt */
  readonly isTaken: boolean
  /** a device may accept it later, since its push service failed recently */
  readonly isResting: boolean
}

const mailInstead = async (ctx: TenantContext, orMail: PushRequest['orMail']): Promise<void> => {
  if (orMail) await emit(ctx, 'internal.mail_requested', { ...orMail, instead: true })
}

/** @returns undefined if it is done: sent before, or by email because no device is left */
export const startPush = async (
  ctx: TenantContext,
  id: string,
  { userId, orMail }: PushRequest,
): Promise<StartedPush | undefined> => {
  const [fresh] = await ctx.run(
    `insert into push_message (tenant_id, id, user_id, state, or_mail, at) values ($1, $2, $3, 'UNCONFIRMED', $4, $5)
     on conflict do nothing returning id`,
    [ctx.tenantId, id, userId, orMail && JSON.stringify(orMail), ctx.now],
  )
  const [message] = await ctx.run<{ state: string }>(
    'select state from push_message where tenant_id = $1 and id = $2 for update',
    [ctx.tenantId, id],
  )
  if (message?.state !== 'UNCONFIRMED') return undefined
  if (fresh && orMail) await ctx.schedule(unconfirmed, id, new Date(ctx.now.getTime() + receiptMs))
  const alive = await ctx.run<{ id: string; rests: boolean }>(
    `select p.id, p.rests_until is not null and p.rests_until > $3 as rests from push_subscription p
       join session s on s.tenant_id = $1 and s.id = p.session_id and s.ended_at is null and s.expires_at > $3
       join app_user u on u.tenant_id = $1 and u.id = p.user_id and u.state = 'ACTIVE' and u.removed_at is null
     where p.tenant_id = $1 and p.user_id = $2`,
    [ctx.tenantId, userId, ctx.now],
  )
  const devices = alive.filter(({ rests }) => !rests)
  await ctx.run(
    `insert into push_delivery (tenant_id, id, message_id, subscription_id)
     select $1, d.id, $2, d.subscription_id from unnest($3::uuid[], $4::uuid[]) as d (id, subscription_id)
     on conflict do nothing`,
    [ctx.tenantId, id, devices.map(() => newId(ctx.now.getTime())), devices.map((device) => device.id)],
  )
  const rows = await ctx.run<Delivery & { accepted_at: Date | null }>(
    `select d.id, d.subscription_id as "subscriptionId", d.accepted_at, p.endpoint, p.p256dh, p.auth
     from push_delivery d join push_subscription p on p.tenant_id = $1 and p.id = d.subscription_id
     where d.tenant_id = $1 and d.message_id = $2 and p.id = any($3::uuid[])`,
    [ctx.tenantId, id, devices.map((device) => device.id)],
  )
  const left = rows.filter(({ accepted_at }) => accepted_at === null)
  const isResting = devices.length < alive.length
  if (rows.length > 0 || (isResting && !orMail))
    return { left, isTaken: left.length < rows.length, isResting }
  await mailNow(ctx, id, orMail)
  return undefined
}

const mailNow = async (ctx: TenantContext, id: string, orMail: PushRequest['orMail']): Promise<void> => {
  await ctx.run("update push_message set state = 'MAILED' where tenant_id = $1 and id = $2", [
    ctx.tenantId,
    id,
  ])
  await ctx.cancel(unconfirmed, id)
  await mailInstead(ctx, orMail)
}

interface Attempt {
  readonly delivery: Delivery
  readonly sent: PushResult
}

/** @returns whether the person was or will be notified; false: no device accepted it, so it can be retried */
export const recordPush = async (
  ctx: TenantContext,
  id: string,
  { orMail }: PushRequest,
  { isTaken, isResting }: StartedPush,
  attempts: readonly Attempt[],
): Promise<boolean> => {
  const which = (wanted: PushResult): readonly Attempt[] => attempts.filter(({ sent }) => sent === wanted)
  const [accepted, gone, failed] = [which('ACCEPTED'), which('GONE'), which('FAILED')]
  await ctx.run(
    'update push_delivery set accepted_at = $3 where tenant_id = $1 and id = any($2::uuid[]) and accepted_at is null',
    [ctx.tenantId, accepted.map(({ delivery }) => delivery.id), ctx.now],
  )
  await ctx.run('delete from push_subscription where tenant_id = $1 and id = any($2::uuid[])', [
    ctx.tenantId,
    gone.map(({ delivery }) => delivery.subscriptionId),
  ])
  await ctx.run(
    'update push_subscription set rests_until = $3 where tenant_id = $1 and id = any($2::uuid[])',
    [
      ctx.tenantId,
      failed.map(({ delivery }) => delivery.subscriptionId),
      new Date(ctx.now.getTime() + restMs),
    ],
  )
  if (isTaken || accepted.length > 0) return true
  if (!orMail && (isResting || failed.length > 0)) return false
  const [unmailed] = await ctx.run(
    "select id from push_message where tenant_id = $1 and id = $2 and state = 'UNCONFIRMED' for update",
    [ctx.tenantId, id],
  )
  if (unmailed) await mailNow(ctx, id, orMail)
  return true
}

/** Sends to the remaining devices in parallel, outside a transaction. */
export const sendPushes = (
  platform: Platform,
  tenantId: string,
  id: string,
  { note, orMail }: PushRequest,
  { left }: StartedPush,
): Promise<Attempt[]> =>
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

/** Runs ten minutes after sending. */
export const mailUnlessConfirmed = async (ctx: TenantContext, id: string): Promise<void> => {
  const [given] = await ctx.run<{ or_mail: PushRequest['orMail'] }>(
    `update push_message set state = 'MAILED' where tenant_id = $1 and id = $2 and state = 'UNCONFIRMED'
     returning or_mail`,
    [ctx.tenantId, id],
  )
  if (given) await mailInstead(ctx, given.or_mail)
}

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
  // The worker locks the job before the message too, so they cannot deadlock.
  await ctx.cancel(unconfirmed, delivery.message_id)
  await ctx.run(
    `update push_message set state = 'RECEIVED' where tenant_id = $1 and id = $2 and state = 'UNCONFIRMED'`,
    [ctx.tenantId, delivery.message_id],
  )
  ctx.afterCommit(() => {
    ctx.platform.metrics.pushReceipts++
  })
  return true
}
