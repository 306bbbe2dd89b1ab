/** Status subscriptions: subscribers, confirmation, unsubscribing. */

import {
  askAgainAfterMs,
  lockAddress,
  recordQuestion,
  unconfirmedForMs,
} from '#server/modules/feedback/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { MailLanguage } from '#server/platform/mail/layout.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

/** Confirmed subscriptions to this item or its whole amenity; none while the item is hidden. */
export const subscriptionsOfItem = async (
  ctx: TenantContext,
  amenityId: string,
  itemId: string,
): Promise<string[]> => {
  const rows = await ctx.run<{ id: string }>(
    `select s.id from status_subscription s
     join status_item i on i.tenant_id = $1 and i.id = $3 and i.visible
     where s.tenant_id = $1 and s.amenity_id = $2 and s.confirmed_at is not null and s.email is not null
       and (s.item_id is null or s.item_id = $3)`,
    [ctx.tenantId, amenityId, itemId],
  )
  return rows.map(({ id }) => id)
}

export interface NewSubscriber {
  readonly amenityId: string
  readonly itemId: string | null
  readonly email: string
  readonly language: MailLanguage
}

/**
 * @returns whether to send a confirmation email, and for which subscription; the caller's answer is the same either
 * way
 */
export const recordSubscriber = async (
  ctx: TenantContext,
  id: string,
  reader: NewSubscriber,
): Promise<{ readonly id: string; readonly ask: boolean }> => {
  await lockAddress(ctx, reader.email)
  const [known] = await ctx.run<{ id: string; confirmed: boolean; asked_at: Date | null }>(
    `select id, confirmed_at is not null as confirmed, asked_at from status_subscription
     where tenant_id = $1 and email = $2 and amenity_id = $3 and item_id is not distinct from $4::uuid limit 1`,
    [ctx.tenantId, reader.email, reader.amenityId, reader.itemId],
  )
  const askedAt = known?.asked_at?.getTime() ?? 0
  if (known && (known.confirmed || ctx.now.getTime() - askedAt < askAgainAfterMs))
    return { id: known.id, ask: false }
  const asked = known?.id ?? id
  if (!(await recordQuestion(ctx, reader.email))) return { id: asked, ask: false }
  // Scheduled before the row is locked, as the job does it, so that the two never deadlock.
  await ctx.schedule('status.subscription_unconfirmed', asked, new Date(ctx.now.getTime() + unconfirmedForMs))
  await ctx.run(
    `insert into status_subscription (tenant_id, id, amenity_id, item_id, email, language, created_at, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (tenant_id, id) do update set asked_at = excluded.asked_at`,
    [ctx.tenantId, asked, reader.amenityId, reader.itemId, reader.email, reader.language, ctx.now],
  )
  return { id: asked, ask: true }
}

export const deleteUnconfirmed = async (ctx: TenantContext, id: string): Promise<void> => {
  await ctx.run('delete from status_subscription where tenant_id = $1 and id = $2 and confirmed_at is null', [
    ctx.tenantId,
    id,
  ])
}

export interface Subscription {
  readonly id: string
  readonly email: string
  readonly language: string
  readonly confirmed: boolean
  readonly amenity: string
  readonly location: string | null
  readonly building: string
  readonly timeZone: string
  /** null if the amenity has no active code */
  readonly qrCode: string | null
}

/** A subscription as its email and page need it; undefined once it was ended. */
export const findSubscription = async (ctx: TenantContext, id: string): Promise<Subscription | undefined> => {
  const [row] = await ctx.run<
    Omit<Subscription, 'timeZone' | 'qrCode'> & { time_zone: string; qr_code: string | null }
  >(
    `select s.id, s.email, s.language, s.confirmed_at is not null as confirmed, a.name as amenity, b.name as building,
            ${pathOfLocation('a.location_id')} as location,
            b.time_zone, q.code as qr_code
     from status_subscription s
     join amenity a on a.tenant_id = $1 and a.id = s.amenity_id
     join building b on b.tenant_id = $1 and b.id = a.building_id
     left join qr_code q on q.tenant_id = $1 and q.amenity_id = a.id and q.retired_at is null
     where s.tenant_id = $1 and s.id = $2 and s.email is not null`,
    [ctx.tenantId, id],
  )
  if (!row) return undefined
  const { time_zone: timeZone, qr_code: qrCode, ...rest } = row
  return { ...rest, timeZone: storedZone(timeZone), qrCode }
}

export const confirmSubscription = async (ctx: TenantContext, id: string): Promise<void> => {
  await ctx.run(
    'update status_subscription set confirmed_at = coalesce(confirmed_at, $3) where tenant_id = $1 and id = $2',
    [ctx.tenantId, id, ctx.now],
  )
}

/** Deletes the subscription with its address. */
export const endSubscription = async (ctx: TenantContext, id: string): Promise<void> => {
  await ctx.run('delete from status_subscription where tenant_id = $1 and id = $2', [ctx.tenantId, id])
}
