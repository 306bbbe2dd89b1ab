import { updateLocation } from '#contracts/places/locations.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { checkPlace, idsBelow, locationsOf, lockPlaces, requireParent } from './place-locations.ts'

const busyText = `select distinct a.id from amenity a join task t on t.tenant_id = $1 and t.amenity_id = a.id
  where a.tenant_id = $1 and a.location_id = any($2::uuid[]) and t.status <> 'DONE' and t.merged_into is null`

/**
 * Scopes of policies and escalation rules include locations, so the clocks of open tasks below it are computed again.
 */
const followMoved = async (ctx: TenantContext, locationIds: readonly string[]): Promise<void> => {
  const rows = await ctx.run<{ id: string }>(busyText, [ctx.tenantId, locationIds])
  await ctx.scheduleEach('sla.follow_amenity', new Map(rows.map(({ id }) => [id, ctx.now])))
}

export default serve(updateLocation)(async (ctx, { params, body }) => {
  const found = await ctx.db
    .selectFrom('location')
    .select('building_id')
    .where('id', '=', params.id)
    .executeTakeFirst()
  if (!found) throw notFound()
  await lockPlaces(ctx, found.building_id)
  const all = await locationsOf(ctx, found.building_id)
  const before = all.find(({ id }) => id === params.id)
  if (!before) throw notFound()
  requireVersion(ctx, before.version)
  auditBefore(ctx, before)
  const parentId = body.parentId === undefined ? before.parentId : body.parentId
  if (parentId !== null && parentId !== before.parentId) await requireParent(ctx, parentId, found.building_id)
  const name = body.name ?? before.name
  const last = checkPlace(all, { id: before.id, parentId, name })
  const next = {
    name,
    kind: body.kind ?? before.kind,
    parent_id: parentId,
    position: body.position ?? (parentId === before.parentId ? before.position : last),
  }
  const same =
    next.name === before.name &&
    next.kind === before.kind &&
    next.parent_id === before.parentId &&
    next.position === before.position
  if (same) return before
  ctx.invalidate('tasks')
  await ctx.db
    .updateTable('location')
    .set(next)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  if (parentId !== before.parentId) await followMoved(ctx, idsBelow(all, before.id))
  return {
    ...before,
    name: next.name,
    kind: next.kind,
    parentId,
    position: next.position,
    version: before.version + 1,
  }
})
