import { createLocation } from '#contracts/admin/locations.ts'
import { lockBuilding } from '#server/modules/admin/buildings/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { checkPlace, locationsOf, requireParent } from './place-locations.ts'
import { insertLocations } from './public.ts'

export default serve(createLocation)(async (ctx, { body }) => {
  const building = await lockBuilding(ctx, body.buildingId)
  const parentId = body.parentId ?? null
  if (parentId !== null) await requireParent(ctx, parentId, building.id)
  const last = checkPlace(await locationsOf(ctx, building.id), { parentId, name: body.name })
  const id = newId(ctx.now.getTime())
  await insertLocations(ctx, [
    {
      id,
      buildingId: building.id,
      parentId,
      kind: body.kind ?? (parentId === null ? 'FLOOR' : 'ROOM'),
      name: body.name,
      position: body.position ?? last,
    },
  ])
  const made = (await locationsOf(ctx, building.id)).find((location) => location.id === id)
  if (!made) throw notFound()
  return made
})
