/**
 * Notifies open walls and dashboards of changes in the scope of a link: that something changed, not what. The page
 * then reloads.
 */
import type { Readable } from 'node:stream'
import type { LiveEvent } from '#contracts/live.ts'
import type { Amenity } from '#contracts/places/amenities.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { notFound, unauthorized } from '#server/platform/errors.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import type { StreamViewer } from '#server/platform/live/caller.ts'
import { filterOf, locationsBelow } from '../scope.ts'
import { accessStateOf, findHeldToken, type HeldToken, rowOf } from './visit.ts'

const changed = Buffer.from('event: changed\ndata: {}\n\n')

const openLinksText = `select id, epoch from share_link
  where tenant_id = $1 and id = any($2::uuid[]) and revoked_at is null and (expires_at is null or expires_at > $3)`

const subjectOf = ({ id, epoch }: { readonly id: string; readonly epoch: number }): string => `${id} ${epoch}`

/** Links that still open, with the same password and address. */
const openLinks: StreamViewer['allowedSubjects'] = async (ctx, subjects) => {
  const ids = subjects.map((subject) => subject.split(' ', 1)[0])
  const rows = await ctx.run<{ id: string; epoch: number }>(openLinksText, [ctx.tenantId, ids, ctx.now])
  // guard: share-stream-ends
  return new Set(rows.map(subjectOf))
}

interface ScopePlaces {
  readonly buildingIds: ReadonlySet<string> | undefined
  readonly types: ReadonlySet<string> | undefined
  readonly locationIds: ReadonlySet<string> | undefined
  /** amenities of the types and locations, updated as they change; undefined: all of the buildings */
  readonly amenityIds: Set<string> | undefined
}

const typedText =
  'select id from amenity where tenant_id = $1 and type = any($2::text[]) and ($3::uuid[] is null or id = any($3::uuid[]))'

const setOf = (ids: readonly string[] | undefined): Set<string> | undefined => ids && new Set(ids)

const readScopePlaces = async (ctx: TenantContext, scope: ShareScope): Promise<ScopePlaces> => {
  const { buildingIds, amenityIds, types } = await filterOf(ctx, scope)
  const typed =
    types &&
    (await ctx.run<{ id: string }>(typedText, [ctx.tenantId, types, amenityIds ?? null])).map(({ id }) => id)
  return {
    buildingIds: setOf(buildingIds),
    types: setOf(types),
    locationIds: setOf(scope.locationIds && (await locationsBelow(ctx, scope.locationIds))),
    amenityIds: setOf(typed ?? amenityIds),
  }
}

/** Updates the amenities in scope. @returns whether one left the scope, which is a change too */
const followAmenity = (
  { types, locationIds, amenityIds }: ScopePlaces,
  { type, data }: LiveEvent,
): boolean => {
  if (!amenityIds || !type.startsWith('amenity.')) return false
  const amenity = data as Pick<Amenity, 'id' | 'type' | 'locationId'>
  const wasIn = amenityIds.has(amenity.id)
  // An archived amenity keeps its ratings, and so stays in scope.
  if (type === 'amenity.deleted') return false
  const isIn =
    (!types || types.has(amenity.type)) &&
    (!locationIds || (amenity.locationId !== null && locationIds.has(amenity.locationId)))
  if (isIn) amenityIds.add(amenity.id)
  else amenityIds.delete(amenity.id)
  return wasIn && !isIn
}

const idIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined

/** The place of an event; events without one are ignored. */
const placeOf = ({
  type,
  data,
}: LiveEvent): { building?: string | undefined; amenity?: string | undefined } => {
  const record = data as { id: string; building?: unknown; amenity?: unknown; buildingId?: string }
  if (type.startsWith('amenity.')) return { amenity: record.id, building: record.buildingId }
  return { amenity: idIn(record.amenity), building: idIn(record.building) }
}

const touches = (places: ScopePlaces, event: LiveEvent): boolean => {
  const { buildingIds, amenityIds } = places
  const { building, amenity } = placeOf(event)
  const left = followAmenity(places, event)
  if (building === undefined && amenity === undefined) return false
  if (buildingIds && !(building !== undefined && buildingIds.has(building))) return false
  return left || !amenityIds || (amenity !== undefined && amenityIds.has(amenity))
}

/** A state of all locations, which differs after one was created, moved or deleted. */
const treeText = `select concat_ws(' ', count(*), sum(version), max(created_at)) as state from location where tenant_id = $1`
const treeStates = new WeakMap<TenantContext, Promise<string>>()

/** Queried once for all viewers in a poll. */
const treeState = (ctx: TenantContext): Promise<string> => {
  const pending =
    treeStates.get(ctx) ??
    ctx.run<{ state: string }>(treeText, [ctx.tenantId]).then(([row]) => row?.state ?? '')
  treeStates.set(ctx, pending)
  return pending
}

/** The places of a scope, kept up to date while somebody follows. */
const watchScopePlaces = async (ctx: TenantContext, scope: ShareScope) => {
  // Before the places, so that a change between the two queries is read again.
  let state = scope.locationIds && (await treeState(ctx))
  let places = await readScopePlaces(ctx, scope)
  const renew = async (now: TenantContext): Promise<Uint8Array | undefined> => {
    const next = await treeState(now)
    if (next === state) return undefined
    const before = places.amenityIds
    places = await readScopePlaces(now, scope)
    state = next
    const isSame = before?.symmetricDifference(places.amenityIds ?? new Set()).size === 0
    return isSame ? undefined : changed
  }
  return {
    encode: (event: LiveEvent): Uint8Array | undefined => (touches(places, event) ? changed : undefined),
    // Only locations change what is in scope by themselves.
    ...(scope.locationIds ? { renew } : {}),
  }
}

/**
 * `event: changed` for each change in the scope, until the link ends, its password or address changes, or the view
 * ends. Needs an open view, and counts none.
 * @throws ServiceError UNAUTHORIZED without an open view, NOT_FOUND also if the link has ended, SERVICE_UNAVAILABLE
 */
export const followShare = async (
  ctx: PublicContext,
  gate: Pick<Gate, 'followAsViewer'>,
  { token, viewSession }: HeldToken,
): Promise<Readable> => {
  const found = await findHeldToken(ctx, token)
  const { row, until, places } = await ctx.inTenant(found.tenantId, 'read', async (tenant) => {
    const link = await rowOf(tenant, found)
    const now = accessStateOf(tenant, link, viewSession)
    if (now.state === 'ENDED') throw notFound()
    if (now.state === 'LOCKED' || !now.until) throw unauthorized()
    return { row: link, until: now.until, places: await watchScopePlaces(tenant, link.scope as ShareScope) }
  })
  return gate.followAsViewer({
    tenantId: found.tenantId,
    subject: subjectOf(row),
    expires: Math.min(until.getTime(), row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY),
    ...places,
    allowedSubjects: openLinks,
  })
}
