import { listScoutConflicts } from '#contracts/scout/phone/sync.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { conflictsById } from './present-conflicts.ts'

const countText =
  'select count(*)::int as total from scout_conflict where tenant_id = $1 and scout_id = $2 and resolved_at is null'
const rowsText = (direction: 'asc' | 'desc') => `select id from scout_conflict
  where tenant_id = $1 and scout_id = $2 and resolved_at is null order by created_at ${direction}, id ${direction} limit $3 offset $4`
const ascending = rowsText('asc')
const descending = rowsText('desc')

export default serve(listScoutConflicts)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const own = [ctx.tenantId, ctx.actor.id]
  const [[counted], rows] = await Promise.all([
    ctx.run<{ total: number }>(countText, own),
    ctx.run<{ id: string }>(query.sort === '-createdAt' ? descending : ascending, [...own, limit, offset]),
  ])
  const conflicts = new Map(
    (
      await conflictsById(
        ctx,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  return { items: rows.flatMap(({ id }) => conflicts.get(id) ?? []), total: counted?.total ?? 0 }
})
