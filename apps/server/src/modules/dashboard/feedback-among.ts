/** Which of some submissions match the filters of the feed, by the condition of the feed itself. */
import type { Static } from 'typebox'
import type { listRecentFeedback } from '#contracts/dashboard.ts'
import { readCoverage } from '#server/modules/feedback/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { feedbackCondition } from './feedback-condition.ts'
import { readFilter, valuesFor } from './filters.ts'

/** A released submission is matched however long it waited; quarantine keeps none longer than this. */
const longestMs = 400 * 86_400_000

type Query = Omit<Static<(typeof listRecentFeedback)['query']>, 'from' | 'to' | 'page' | 'pageSize'>

export interface Among {
  readonly id: string
  readonly buildingId: string | null
}

/** Which of these ids match, are visible and not in quarantine, whatever the period; `ctx` is that of the reader. */
export const feedbackAmong = async (
  ctx: StaffContext,
  query: Query,
  ids: readonly string[],
): Promise<Among[]> => {
  const values = valuesFor(ctx.tenantId)
  const among = values.add(ids)
  const where = await feedbackCondition(
    ctx,
    query,
    {
      rollupGroups: query.weekday || query.hour ? await readCoverage(ctx) : [],
      filter: readFilter(query),
      period: {
        start: new Date(ctx.now.getTime() - longestMs),
        end: new Date(ctx.now.getTime() + 86_400_000),
      },
    },
    values,
  )
  // Looked up by primary key: judging by statistics alone, the planner may walk an index of the whole tenant.
  return ctx.run<Among>(
    `select f.id, f.building_id as "buildingId" from unnest(${among}::uuid[]) as w (id)
       cross join lateral (select * from feedback where tenant_id = $1 and id = w.id offset 0) f
     where f.state = 'VISIBLE' and f.counted and f.erased_at is null and ${where}`,
    values.list,
  )
}
