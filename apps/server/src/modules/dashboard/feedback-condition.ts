/** Which submissions the feed is about, for the page and for the file. */

import type { Static } from 'typebox'
import type { listRecentFeedback } from '#contracts/dashboard.ts'
import { searchCondition } from '#server/modules/feedback/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { conditions, type Filter, type Values } from './filters.ts'
import type { Period } from './period.ts'
import { isAdmin } from './present-feedback.ts'

type Query = Static<(typeof listRecentFeedback)['query']>

interface Span {
  readonly filter: Filter
  readonly period: Pick<Period, 'start' | 'end'>
}

/** On `feedback f`; its values are added. */
export const feedbackCondition = async (
  ctx: StaffContext,
  query: Pick<Query, 'q' | 'rating' | 'hasComment' | 'state'>,
  { filter, period }: Span,
  values: Values,
): Promise<string> => {
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
