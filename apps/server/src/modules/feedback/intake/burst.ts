/** A burst of one source about one amenity counts once: its first submission. */
import type { TenantContext } from '#server/platform/context.ts'
import { recount, type Submitted } from '../rollup/recount.ts'
import { burstAfter } from './suspicion.ts'

/** Of a place where thousands come within the hour only so many are looked at, for each amenity of a job. */
const most = 5000

// Those before the burst was seen stay where staff and alerts find them. What a person let be seen keeps its count,
// also while words that were added wait for them.
const countOnce = `with last as (
    select amenity_id, source, max(created_at) as at from feedback
    where tenant_id = $1 and id = any($2::uuid[]) group by amenity_id, source
  ), recent as materialized (
    select f.id, f.counted and not f.judged as open,
      row_number() over (partition by last.amenity_id, last.source order by not f.counted, f.created_at, f.id) as place,
      count(*) over (partition by last.amenity_id, last.source) as n
    from last cross join lateral (
      select id, source, created_at, counted, moderated_at is not null
        and (state <> 'HIDDEN' or state_reason = 'MODERATION') as judged from feedback
      where tenant_id = $1 and amenity_id = last.amenity_id and (counted or state_reason = 'BURST')
        and created_at > last.at - interval '1 hour' and created_at <= last.at
      order by created_at desc limit ${most}) f
    where f.source = last.source
  )
  update feedback set counted = false, version = version + 1,
    state_reason = case when moderated_at is null then 'BURST' else state_reason end
  where tenant_id = $1 and id = any(array(select id from recent where n > ${burstAfter} and place > 1 and open))
  returning building_id as "buildingId", created_at as at`

/**
 * Looks at the hour before each of these submissions. An instance knows only what came to it and keeps apart what it
 * sees as a burst; here those of all instances meet.
 */
export const countBurstsOnce = async (ctx: TenantContext, feedbackIds: readonly string[]): Promise<void> => {
  if (feedbackIds.length > 0)
    await recount(ctx, await ctx.run<Submitted>(countOnce, [ctx.tenantId, feedbackIds]))
}
