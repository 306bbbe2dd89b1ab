import { type SqlBool, sql } from 'kysely'
import { listWebhooks } from '#contracts/webhooks.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { fails } from './failing.ts'
import { presentWebhook } from './webhook-row.ts'

const columns = { createdAt: 'created_at', url: 'url', lastSuccessAt: 'last_success_at' } as const

export default serve(listWebhooks)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'createdAt', columns)
  const all = ctx.db.selectFrom('webhook').where('deleted_at', 'is', null)
  const alive =
    query.failing === undefined ? all : all.where(query.failing ? fails : sql<SqlBool>`not ${fails}`)
  const { total } = await alive.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await alive
    .selectAll()
    .orderBy(order.column, (direction) =>
      order.direction === 'desc' ? direction.desc().nullsLast() : direction.asc().nullsLast(),
    )
    .orderBy('id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows.map((row) => presentWebhook(row, ctx.now)), total }
})
