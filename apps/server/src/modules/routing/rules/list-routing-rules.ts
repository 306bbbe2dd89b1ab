import { listRoutingRules } from '#contracts/routing/rules.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentRules } from './present-rule.ts'

const columns = { position: 'position', name: 'name', createdAt: 'created_at' } as const

export default serve(listRoutingRules)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'position', columns)
  const { enabled } = query
  const found = ctx.db
    .selectFrom('routing_rule')
    .$if(enabled !== undefined, (rules) => rules.where('enabled', '=', enabled === true))
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
  return { items: await presentRules(ctx, rows), total }
})
