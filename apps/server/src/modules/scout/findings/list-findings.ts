import { findingStates } from '#contracts/scout/findings.ts'
import { listFindings } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findingsById } from './finding-row.ts'

const among = `from finding where tenant_id = $1 and scout_id = $2 and state = any($3::text[])
  and ($4::uuid[] is null or building_id = any($4)) and ($5::uuid[] is null or amenity_id = any($5))`
const countText = `select count(*)::int as total ${among}`
const rowsText = (direction: 'asc' | 'desc') =>
  `select id ${among} order by created_at ${direction}, id ${direction} limit $6 offset $7`
const ascending = rowsText('asc')
const descending = rowsText('desc')

export default serve(listFindings)(async (ctx, { query }) => {
  const scout = await readScout(ctx)
  const { limit, offset } = pageBounds(query)
  const asked = [
    ctx.tenantId,
    scout.id,
    query.state ?? findingStates,
    query.building ?? query.buildingId ?? null,
    query.amenity ?? query.amenityId ?? null,
  ]
  const [[counted], rows] = await Promise.all([
    ctx.run<{ total: number }>(countText, asked),
    ctx.run<{ id: string }>(query.sort === 'createdAt' ? ascending : descending, [...asked, limit, offset]),
  ])
  const ids = rows.map(({ id }) => id)
  return { items: await findingsById(ctx, scout, ids), total: counted?.total ?? 0 }
})
