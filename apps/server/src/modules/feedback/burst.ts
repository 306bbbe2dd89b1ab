/** A burst of one source about one amenity counts once: its first submission. */
import type { TenantContext } from '#server/platform/context.ts'

// Those before the burst was seen stay where staff and alerts find them. What a person let be seen keeps its count.
const countOnce = `with last as (
    select amenity_id, source, created_at from feedback where tenant_id = $1 and id = $2 and state_reason = 'BURST' and not counted
  ), burst as materialized (
    select f.id, f.moderated_at is not null and f.state <> 'HIDDEN' as judged, row_number() over (order by f.created_at, f.id) as place
    from last cross join lateral (
      select id, moderated_at, state, source, created_at from feedback
      where tenant_id = $1 and amenity_id = last.amenity_id and counted
        and created_at > last.created_at - interval '1 hour' and created_at <= last.created_at offset 0) f
    where f.source = last.source
  )
  update feedback set counted = false, version = version + 1,
    state_reason = case when moderated_at is null then 'BURST' else state_reason end
  where tenant_id = $1 and id = any(array(select id from burst where place > 1 and not judged))`

/** @param feedbackId a submission that was kept apart */
export const countBurstOnce = (ctx: TenantContext, feedbackId: string): Promise<unknown> =>
  ctx.run(countOnce, [ctx.tenantId, feedbackId])
