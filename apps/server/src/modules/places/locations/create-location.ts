import { createLocation } from '#contracts/places/locations.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLocations } from './location-tree.ts'
import { checkPlace, locationsOf, lockPlaces, requireParent } from './place-locations.ts'

export default serve(createLocation)(async (ctx, { body }) => {
  await lockPlaces(ctx, body.buildingId)
  const parentId = body.parentId ?? null
  if (parentId !== null) await requireParent(ctx, parentId, body.buildingId)
  const last = checkPlace(await locationsOf(ctx, body.buildingId), { parentId, name: body.name })
  const id = newId(ctx.now.getTime())
  await insertLocations(ctx, [
    {
      id,
      buildingId: body.buildingId,
      parentId,
      kind: body.kind ?? (parentId === null ? 'FLOOR' : 'ROOM'),
      name: body.name,
      position: body.position ?? last,
    },
  ])
  const made = (await locationsOf(ctx, body.buildingId)).find((location) => location.id === id)
  if (!made) throw notFound()
  return made
})
