import { updateLocation } from '#contracts/admin/locations.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { checkPlace, locationsOf, lockPlaces, requireParent } from './place-locations.ts'

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
  ctx.touch('tasks')
  await ctx.db
    .updateTable('location')
    .set(next)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  return {
    ...before,
    name: next.name,
    kind: next.kind,
    parentId,
    position: next.position,
    version: before.version + 1,
  }
})
