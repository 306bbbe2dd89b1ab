/**
 * A later good rating confirms work: somebody who finds nothing wrong has seen that the problem is gone (decision
 * 0068).
 */
import type { TenantContext } from '#server/platform/context.ts'
import type { TaskRow } from '../change/task-row.ts'
import { byVisitors } from './problem-rows.ts'
import { confirm } from './visitor-outcome.ts'

/** A submission with a good rating and no issues. */
export interface GoodRating {
  readonly feedbackId: string
  readonly amenityId: string
  readonly at: Date
}

const hours = 24

// Found by completion time, as few tasks are finished within a day. Tasks locked by others are skipped: whoever
// changes a task knows more than a rating does.
const claimedText = `with rated as (
    select * from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as r (feedback_id, amenity_id, at)
  ), recent as materialized (
    select id, amenity_id, completed_at from task
    where tenant_id = $1 and merged_into is null and completed_at > $5 and completed_at < $6
  ), met as materialized (
    select distinct on (recent.id) recent.id, rated.feedback_id
    from recent join rated on rated.amenity_id = recent.amenity_id and rated.at > recent.completed_at
      and rated.at <= recent.completed_at + interval '${hours} hours'
    order by recent.id, rated.at, rated.feedback_id
  )
  select t.*, met.feedback_id from met join task t on t.tenant_id = $1 and t.id = met.id
  where t.merged_into is null and t.status = 'DONE' and t.verification = 'CLAIMED' and t.reporter_count > 0 and ${byVisitors('t')}
  order by t.id for no key update of t skip locked`

/**
 * Confirms tasks reported by visitors at these amenities and finished in the day before, by the first rating after
 * that.
 */
export const confirmByRatings = async (ctx: TenantContext, ratings: readonly GoodRating[]): Promise<void> => {
  if (ratings.length === 0) return
  const times = ratings.map(({ at }) => at.getTime())
  const claimed = await ctx.run<TaskRow & { readonly feedback_id: string }>(claimedText, [
    ctx.tenantId,
    ratings.map(({ feedbackId }) => feedbackId),
    ratings.map(({ amenityId }) => amenityId),
    ratings.map(({ at }) => at),
    new Date(Math.min(...times) - hours * 3_600_000),
    new Date(Math.max(...times)),
  ])
  await confirm(
    ctx,
    claimed.map((task) => ({ task, by: { feedback: [null, task.feedback_id] as const } })),
  )
}
