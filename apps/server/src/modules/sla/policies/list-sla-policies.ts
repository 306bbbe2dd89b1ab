import { listSlaPolicies } from '#contracts/sla/policies.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentPolicy } from './present-policy.ts'

const columns = { position: 'position', name: 'name', createdAt: 'created_at' } as const

export default serve(listSlaPolicies)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'position', columns)
  const { enabled } = query
  const found = ctx.db
    .selectFrom('sla_policy')
    .$if(enabled !== undefined, (policies) => policies.where('enabled', '=', enabled === true))
  const [{ total }, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy(order.column, order.direction)
      .orderBy('id', order.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: rows.map(presentPolicy), total }
})
