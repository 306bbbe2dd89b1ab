/**
 * Brings an action on one side of a grant to the other: each in a transaction of its own tenant, at least once. This
 * updates only what is shown; each reading checks both sides.
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { scopeNamesOf } from '../scope.ts'

const inside = <T>(
  platform: Platform,
  tenantId: string,
  requestId: string,
  work: (ctx: TenantContext) => Promise<T>,
): Promise<T> => tenantContextFor(platform, tenantId, 'grants', requestId)(work)

interface Offered {
  readonly slug: string
  readonly scope: Parameters<typeof scopeNamesOf>[1]
  readonly measures: string[]
  readonly until: Date
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly giver: string
}

/** Uses the only database role that may look up tenants by name, which can only read. */
const tenantBySlug = async (platform: Platform, slug: string): Promise<string | undefined> => {
  const { rows } = await platform.databases.worker.query<{ id: string }>(
    "select id from tenant where slug = $1 and state not in ('CLOSING', 'ERASED')",
    [slug],
  )
  return rows[0]?.id
}

const offeredText = `select g.slug, g.scope, g.measures, g.until, g.created_at, g.ended_at, t.name as giver
  from grant_given g join tenant t on t.id = $1 where g.tenant_id = $1 and g.id = $2`
const arriveText = `insert into grant_received (tenant_id, id, giver_id, giver_name, places, measures, until, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`
const isOpenText = 'select 1 from grant_given where tenant_id = $1 and id = $2 and ended_at is null'
const endReceivedText = `update grant_received set ended_at = coalesce(ended_at, $3)
  where tenant_id = $1 and id = $2 and giver_id = $4`

/**
 * Delivers the offer if the tenant exists; otherwise nothing happens and nobody is notified. If it was ended before
 * its delivery, that end found no row here, so the giver's row is read again afterwards.
 */
export const deliverOffer = async (
  platform: Platform,
  { id: requestId, tenantId: giverId, payload }: StoredEvent<'internal.grant_offered'>,
): Promise<void> => {
  const { grantId } = payload
  const offer = await inside(platform, giverId, requestId, async (ctx) => {
    const [row] = await ctx.run<Offered>(offeredText, [giverId, grantId])
    return row && { ...row, places: await scopeNamesOf(ctx, row.scope) }
  })
  const slug = offer?.slug ?? payload.slug
  const receiverId = slug === undefined ? undefined : await tenantBySlug(platform, slug)
  if (receiverId === undefined || receiverId === giverId) return
  if (offer && offer.ended_at === null) {
    const { giver, places, measures, until, created_at: at } = offer
    await inside(platform, receiverId, requestId, (ctx) =>
      ctx.run(arriveText, [receiverId, grantId, giverId, giver, places, measures, until, at]),
    )
  }
  const stands = await inside(platform, giverId, requestId, (ctx) => ctx.run(isOpenText, [giverId, grantId]))
  if (stands.length > 0) return
  await inside(platform, receiverId, requestId, (ctx) =>
    ctx.run(endReceivedText, [receiverId, grantId, ctx.now, giverId]),
  )
}

const acceptedText = `update grant_given set accepted_at = coalesce(accepted_at, $3), receiver_id = $4, receiver_name = $5
  where tenant_id = $1 and id = $2 and (receiver_id is null or receiver_id = $4)`
const receiverText =
  'select accepted_at, name from grant_received r join tenant t on t.id = $1 where r.tenant_id = $1 and r.id = $2'

/** Shows the giver who has accepted. */
export const deliverAcceptance = async (
  platform: Platform,
  {
    id: requestId,
    tenantId: receiverId,
    payload: { grantId, otherId },
  }: StoredEvent<'internal.grant_accepted'>,
): Promise<void> => {
  const [answer] = await inside(platform, receiverId, requestId, (ctx) =>
    ctx.run<{ accepted_at: Date | null; name: string }>(receiverText, [receiverId, grantId]),
  )
  if (!answer?.accepted_at) return
  await inside(platform, otherId, requestId, (ctx) =>
    ctx.run(acceptedText, [otherId, grantId, answer.accepted_at, receiverId, answer.name]),
  )
}

const endGivenText =
  'update grant_given set ended_at = coalesce(ended_at, $3) where tenant_id = $1 and id = $2'

/** Shows an end on one side to the other. */
export const deliverEnd = async (
  platform: Platform,
  { id: requestId, tenantId, at, payload }: StoredEvent<'internal.grant_ended'>,
): Promise<void> => {
  const { grantId, direction, slug } = payload
  const otherId = payload.otherId ?? (slug === null ? undefined : await tenantBySlug(platform, slug))
  if (otherId === undefined) return
  await inside(platform, otherId, requestId, (ctx) =>
    direction === 'GIVEN'
      ? ctx.run(endReceivedText, [otherId, grantId, at, tenantId])
      : ctx.run(endGivenText, [otherId, grantId, at]),
  )
}
