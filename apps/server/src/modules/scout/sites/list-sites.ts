import { listSites } from '#contracts/scout/phone/places.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readSites } from './read-places.ts'

export default serve(listSites)(async (ctx, { query }) => {
  // A scout has at most 100 buildings.
  const sites = await readSites(ctx, await readScout(ctx))
  if (query.sort === '-name') sites.reverse()
  const { limit, offset } = pageBounds(query)
  const items = sites
    .slice(offset, offset + limit)
    .map(({ accessNote: _access, hazardNote: _hazard, ...site }) => site)
  return { items, total: sites.length }
})
