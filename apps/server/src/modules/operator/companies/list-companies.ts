import { sql } from 'kysely'
import { listCompanies } from '#contracts/operator.ts'
import { nameHas, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentCompany, selectCompanies } from './present-company.ts'

const columns = {
  name: 'company.name',
  createdAt: 'company.created_at',
  contractUntil: 'company.contract_until',
} as const

export default serve(listCompanies)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'name', columns)
  let rows = selectCompanies(ctx)
  if (query.q) rows = rows.where(nameHas(sql`company.name`, query.q))
  if (query.kind) rows = rows.where('company.kind', 'in', query.kind)
  if (query.state) rows = rows.where('company.state', 'in', query.state)
  // A tenant has hundreds of companies at most, so counting them is cheap.
  const [{ total }, items] = await Promise.all([
    rows
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    rows
      .orderBy(order.column, order.direction)
      .orderBy('company.id', order.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: items.map(presentCompany), total }
})
