import { type SqlBool, sql } from 'kysely'
import { listBuildings } from '#contracts/places/buildings.ts'
import { containing, nameHas, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lackConditions } from './lacking.ts'
import { presentBuilding, selectBuildings } from './present-building.ts'

const columns = { name: 'building.name', createdAt: 'building.created_at' } as const

export default serve(listBuildings)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  let found = ctx.db.selectFrom('building').where('archived_at', query.archived ? 'is not' : 'is', null)
  let rows = selectBuildings(ctx).where('archived_at', query.archived ? 'is not' : 'is', null)
  if (query.q) {
    const pattern = containing(query.q)
    const matches = sql<SqlBool>`(${nameHas(sql`building.name`, query.q)} or building.address ilike ${pattern} or building.external_id ilike ${pattern})`
    found = found.where(matches)
    rows = rows.where(matches)
  }
  if (query.lacking) {
    const lacking = lackConditions(ctx.tenantId)
    const any = sql<boolean>`(${sql.join(
      query.lacking.map((lack) => lacking[lack]),
      sql` or `,
    )})`
    found = found.where(any)
    rows = rows.where(any)
  }
  const order = orderBy(query.sort ?? 'name', columns)
  const [{ total }, items] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .orderBy(order.column, order.direction)
      .orderBy('building.id', order.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: items.map(presentBuilding), total }
})
