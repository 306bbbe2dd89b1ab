import type { Static } from 'typebox'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import type { Output } from '#contracts/kit/endpoint.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { feedbackCondition, ratingOnlyText } from './feedback-condition.ts'
import { type Figures, openFigures } from './figures/open-figures.ts'
import { valuesFor } from './filters.ts'
import {
  type FeedbackRow,
  feedbackColumns,
  feedbackJoins,
  isAdmin,
  presentFeedback,
} from './present-feedback.ts'

type Query = Static<(typeof listRecentFeedback)['query']>

const columns = { createdAt: 'created_at', rating: 'rating' } as const

/** Rows without a rating are last in both directions; the id breaks ties, so that no page repeats a row. */
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

type About = Output<typeof listRecentFeedback>['about']

// One index step for each distinct label, however many submissions have it.
const labelsText = `with recursive l as (
    (select label from feedback_label where tenant_id = $1 order by label limit 1)
    union all
    select (select f.label from feedback_label f where f.tenant_id = $1 and f.label > l.label order by f.label limit 1)
    from l where l.label is not null)
  select label from l where label is not null limit 100`

interface ListTotals {
  readonly total: number
  readonly bare: About['bare']
}

// Counts both listed submissions and ratings without a comment in one pass. `offset 0` evaluates the condition once
// for each row.
const ratingOnlyCountText = (where: string): string =>
  `select count(*) filter (where not r.bare) as total, count(*) filter (where r.bare)::int as count,
     (avg(r.rating) filter (where r.bare))::float8 as average
   from (select f.rating, (${ratingOnlyText}) as bare from feedback f where ${where} offset 0) r`

const countRatingOnly = async (
  ctx: StaffContext,
  { bare: _, ...query }: Query,
  figures: Figures,
): Promise<ListTotals> => {
  const values = valuesFor(ctx.tenantId)
  const where = await feedbackCondition(ctx, query, figures, values)
  const [row] = await ctx.run<{ total: number; count: number; average: number | null }>(
    ratingOnlyCountText(where),
    values.list,
  )
  const { total = 0, count = 0, average = null } = row ?? {}
  return { total, bare: { count, average } }
}

/** Depends on period and places only, so that it does not change with other filters. */
const countToReview = async (ctx: StaffContext, figures: Figures): Promise<About['toReview']> => {
  if (!isAdmin(ctx) || (await readSettings(ctx)).privacy.moderation !== 'AFTER') return null
  const values = valuesFor(ctx.tenantId)
  const where = await feedbackCondition(ctx, { toReview: true }, figures, values)
  const [row] = await ctx.run<{ n: number }>(
    `select count(*) as n from feedback f where ${where}`,
    values.list,
  )
  return row?.n ?? 0
}

export default serve(listRecentFeedback)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const values = valuesFor(ctx.tenantId)
  const where = await feedbackCondition(ctx, query, figures, values)
  const count = async (): Promise<ListTotals> => {
    const [row] = await ctx.run<{ total: number }>(
      `select count(*) as total from feedback f where ${where}`,
      values.list,
    )
    return { total: row?.total ?? 0, bare: null }
  }
  const labels = await ctx.run<{ label: string }>(labelsText, [ctx.tenantId])
  const { total, bare } = query.bare === false ? await countRatingOnly(ctx, query, figures) : await count()
  const toReview = await countToReview(ctx, figures)
  const about = { labels: labels.map(({ label }) => label), bare, toReview }
  const { limit, offset } = pageBounds(query)
  if (offset >= total) return { items: [], total, about }
  // A page of the second half is read from the end.
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
  return { items: await presentFeedback(ctx, rows), total, about }
})
