import type { Static } from 'typebox'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { feedbackCondition } from './feedback-condition.ts'
import { openFigures } from './figures/open-figures.ts'
import { valuesFor } from './filters.ts'
import { type FeedbackRow, feedbackColumns, feedbackJoins, presentFeedback } from './present-feedback.ts'

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

export default serve(listRecentFeedback)(async (ctx, { query }) => {
  const values = valuesFor(ctx.tenantId)
  const where = await feedbackCondition(ctx, query, await openFigures(ctx, query), values)
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
