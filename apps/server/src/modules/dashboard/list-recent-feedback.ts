import type { Static } from 'typebox'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { searchCondition } from '#server/modules/feedback/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { openFigures } from './figures/open-figures.ts'
import { conditions, type Values, valuesFor } from './filters.ts'
import {
  type FeedbackRow,
  feedbackColumns,
  feedbackJoins,
  isAdmin,
  presentFeedback,
} from './present-feedback.ts'

type Query = Static<(typeof listRecentFeedback)['query']>

const columns = { createdAt: 'created_at', rating: 'rating' } as const

/** Rows without a rating come last both ways; the id breaks ties, so that a page never repeats a row. */
const orders = (sort: NonNullable<Query['sort']>): { forward: string; backward: string } => {
  const { column, direction } = orderBy(sort, columns)
  const other = direction === 'asc' ? 'desc' : 'asc'
  const nulls =
    column === 'rating' ? { forward: ' nulls last', backward: ' nulls first' } : { forward: '', backward: '' }
  return {
    forward: `f.${column} ${direction}${nulls.forward}, f.id ${direction}`,
    backward: `f.${column} ${other}${nulls.backward}, f.id ${other}`,
  }
}

const rowsText = `select s.* from unnest($2::uuid[]) with ordinality as page (id, place)
  cross join lateral (select ${feedbackColumns} from feedback f ${feedbackJoins} where f.tenant_id = $1 and f.id = page.id offset 0) s
  order by page.place`

const whereOf = async (ctx: StaffContext, query: Query, values: Values): Promise<string> => {
  const { filter, period } = await openFigures(ctx, query)
  const parts = [
    `f.tenant_id = $1 and f.created_at >= ${values.add(period.start)} and f.created_at < ${values.add(period.end)}`,
    `f.state = any(${values.add(query.state ?? ['VISIBLE'])}::text[])`,
    ...(query.rating ? [`f.rating = any(${values.add(query.rating.map(Number))}::int[])`] : []),
    ...(query.hasComment === undefined ? [] : [`f.has_comment = ${values.add(query.hasComment)}`]),
  ]
  const search = await searchCondition(ctx, query.q, values.list.length + 1)
  if (search) {
    for (const value of search.values) values.add(value)
    parts.push(search.text)
    // Who may not read hidden words must not find them either.
    if (!isAdmin(ctx)) parts.push(`f.state <> 'HIDDEN'`)
  }
  return (
    parts.join(' and ') + conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)
  )
}

export default serve(listRecentFeedback)(async (ctx, { query }) => {
  const values = valuesFor(ctx.tenantId)
  const where = await whereOf(ctx, query, values)
  const [counted] = await ctx.run<{ total: number }>(
    `select count(*) as total from feedback f where ${where}`,
    values.list,
  )
  const total = counted?.total ?? 0
  const { limit, offset } = pageBounds(query)
  if (offset >= total) return { items: [], total }
  // A page of the second half is read from the other end.
  const order = orders(query.sort ?? '-createdAt')
  const size = Math.min(limit, total - offset)
  const fromEnd = offset > total / 2
  const skip = fromEnd ? total - offset - size : offset
  const ids = await ctx.run<{ id: string }>(
    `select f.id from feedback f where ${where}
     order by ${fromEnd ? order.backward : order.forward} limit ${values.add(size)}::int offset ${values.add(skip)}::bigint`,
    values.list,
  )
  if (fromEnd) ids.reverse()
  const rows = await ctx.run<FeedbackRow>(rowsText, [ctx.tenantId, ids.map(({ id }) => id)])
  return { items: await presentFeedback(ctx, rows), total }
})
