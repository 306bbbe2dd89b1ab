import { listApiKeys } from '#contracts/auth/api-keys.ts'
import type { Scope } from '#contracts/kit/vocabulary.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'

const columns = {
  createdAt: 'api_key.created_at',
  name: 'api_key.name',
  lastUsedAt: 'api_key.last_used_at',
} as const

export default serve(listApiKeys)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? '-createdAt', columns)
  const valid = ctx.db.selectFrom('api_key').where('api_key.revoked_at', 'is', null)
  const { total } = await valid.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await valid
    .leftJoin('app_user', (join) => join.onRef('app_user.id', '=', 'api_key.created_by'))
    .selectAll('api_key')
    .select(['app_user.name as person', 'app_user.state', 'app_user.removed_at'])
    .orderBy(order.column, (direction) =>
      order.direction === 'desc' ? direction.desc().nullsLast() : direction.asc().nullsLast(),
    )
    .orderBy('api_key.id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[],
    prefix: row.prefix,
    lastFour: row.last_four,
    creator: {
      id: row.created_by,
      name: row.person ?? row.created_by_name,
      active: row.state === 'ACTIVE' && row.removed_at === null,
    },
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }))
  return { items, total }
})
