import { listOperators } from '#contracts/operator.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { localDay } from '#server/platform/local-day.ts'
import { presentOperator } from './present-operator.ts'
import { selectOperators, selectShownOperators } from './select-operators.ts'

const columns = { name: 'operator.name', createdAt: 'operator.created_at' } as const

export default serve(listOperators)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'name', columns)
  const filter = {
    q: query.q,
    companyIds: [...(query.company ?? []), ...(query.companyId ?? [])],
    skills: query.skill,
    buildingIds: [...(query.building ?? []), ...(query.buildingId ?? [])],
    duties: query.duty,
    states: query.state,
    missing: query.lacking && { any: query.lacking, today: localDay(ctx.now, ctx.tenant.timeZone) },
  }
  // A tenant has hundreds of operators at most, so counting them is cheap.
  const [{ total }, rows] = await Promise.all([
    selectOperators(ctx, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    selectShownOperators(ctx, filter)
      .orderBy(order.column, order.direction)
      .orderBy('operator.id', order.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: rows.map((row) => presentOperator(ctx, row)), total }
})
