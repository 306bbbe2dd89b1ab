/** Push subscriptions; each belongs to a session and ends with it. */
import { ECDH, hash } from 'node:crypto'
import type { NewPushSubscription, PushSubscription } from '#contracts/preferences.ts'
import type { TenantContext } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import { newId } from '../ids.ts'

/** Maximum devices of a person; the oldest one is removed. */
export const devicesAtMost = 10

interface Owner {
  readonly userId: string
  readonly sessionId: string
}

const isPoint = (p256dh: string): boolean => {
  if (!/^[\w-]{87}$/.test(p256dh)) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/**
 * Replaces the session's subscription. A device whose previous person did not sign out changes its owner.
 * @throws ServiceError VALIDATION_ERROR for an address that must not be called, or for invalid keys
 */
export const addSubscription = async (
  ctx: TenantContext,
  { userId, sessionId }: Owner,
  { endpoint, keys: { p256dh, auth } }: NewPushSubscription,
): Promise<void> => {
  await ctx.platform.outgoing.check('body.pushSubscriptions.add.endpoint', endpoint)
  if (!isPoint(p256dh)) throw invalid('body.pushSubscriptions.add.keys.p256dh', 'must be a point of P-256')
  if (!/^[\w-]{22}$/.test(auth)) throw invalid('body.pushSubscriptions.add.keys.auth', 'must be 16 bytes')
  const endpointHash = hash('sha256', endpoint, 'buffer')
  await ctx.run(
    'delete from push_subscription where tenant_id = $1 and session_id = $2 and endpoint_hash <> $3',
    [ctx.tenantId, sessionId, endpointHash],
  )
  await ctx.run(
    `insert into push_subscription (tenant_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, endpoint_hash) do update set id = excluded.id, user_id = excluded.user_id,
       session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
       created_at = excluded.created_at, received_at = null, rests_until = null
       where (push_subscription.session_id, push_subscription.p256dh, push_subscription.auth)
         is distinct from (excluded.session_id, excluded.p256dh, excluded.auth)`,
    [
      ctx.tenantId,
      newId(ctx.now.getTime()),
      userId,
      sessionId,
      endpoint,
      endpointHash,
      p256dh,
      auth,
      ctx.now,
    ],
  )
  await ctx.run(
    `delete from push_subscription where tenant_id = $1 and id in
       (select id from push_subscription where tenant_id = $1 and user_id = $2
        order by created_at desc, id desc offset ${devicesAtMost})`,
    [ctx.tenantId, userId],
  )
}

/** @throws ServiceError NOT_FOUND if the person has no such subscription */
export const removeSubscription = async (ctx: TenantContext, userId: string, id: string): Promise<void> => {
  const removed = await ctx.run(
    'delete from push_subscription where tenant_id = $1 and user_id = $2 and id = $3 returning id',
    [ctx.tenantId, userId, id],
  )
  if (removed.length === 0) throw notFound()
}

/** Deletes the subscriptions of these sessions. */
export const endSubscriptions = async (ctx: TenantContext, sessionIds: readonly string[]): Promise<void> => {
  if (sessionIds.length === 0) return
  await ctx.run('delete from push_subscription where tenant_id = $1 and session_id = any($2::uuid[])', [
    ctx.tenantId,
    sessionIds,
  ])
}

/** Subscriptions of active sessions, newest first, without keys and addresses. */
export const subscriptionsOf = async (
  ctx: TenantContext,
  { userId, sessionId }: Owner,
): Promise<PushSubscription[]> => {
  const rows = await ctx.run<{
    id: string
    session_id: string
    device: string
    created_at: Date
    received_at: Date | null
  }>(
    `select p.id, p.session_id, s.device, p.created_at, p.received_at
     from push_subscription p join session s on s.tenant_id = $1 and s.id = p.session_id
     where p.tenant_id = $1 and p.user_id = $2 and s.ended_at is null and s.expires_at > $3
     order by p.created_at desc, p.id desc limit ${devicesAtMost}`,
    [ctx.tenantId, userId, ctx.now],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.device || null,
    createdAt: row.created_at.toISOString(),
    lastReceiptAt: row.received_at?.toISOString() ?? null,
    current: row.session_id === sessionId,
  }))
}
