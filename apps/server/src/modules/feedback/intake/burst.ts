/** Of a burst of one source about one amenity only the first submission counts. */
import type { TenantContext } from '#server/platform/context.ts'
import { recount, type Submitted } from '../rollup/recount.ts'
import { burstAfter } from './suspicion.ts'

/** Submissions of the last hour that are read for an amenity of a job; busy places have thousands. */
const maxRecent = 5000

// Submissions from before the burst was noticed stay visible to staff and alerts. A submission that an administrator
// released keeps its count, also while a later message waits for moderation.
const countOnceText = `with last as (
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
      order by created_at desc limit ${maxRecent}) f
    where f.source = last.source
  )
  update feedback set counted = false, version = version + 1,
    state_reason = case when moderated_at is null then 'BURST' else state_reason end
  where tenant_id = $1 and id = any(array(select id from recent where n > ${burstAfter} and place > 1 and open))
  returning building_id as "buildingId", created_at as at`

/**
 * Reads the hour before each of these submissions. An instance notices only bursts that reach it; this finds those
 * that are spread over several.
 */
export const countBurstsOnce = async (ctx: TenantContext, feedbackIds: readonly string[]): Promise<void> => {
  if (feedbackIds.length > 0)
    await recount(ctx, await ctx.run<Submitted>(countOnceText, [ctx.tenantId, feedbackIds]))
}
