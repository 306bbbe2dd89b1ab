import { listAlertRules } from '#contracts/alerts/rules.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentRule } from './present-rule.ts'

const columns = { position: 'position', name: 'name', createdAt: 'created_at' } as const

export default serve(listAlertRules)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'position', columns)
  const { enabled } = query
  const found = ctx.db
    .selectFrom('alert_rule')
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
  return { items: rows.map(presentRule), total }
})
