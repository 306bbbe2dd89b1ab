/** Submissions that came in while their amenity was being erased. */
import { eraseUploadsOf } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { recount, type Submitted } from '../rollup/recount.ts'

interface Sent {
  readonly feedbackId: string
  readonly amenityId: string
}

/**
 * Removes submissions whose amenity is gone. The intake does not look at the amenity: a lock there would let one
 * tenant's work hold up the submissions of all.
 * @returns the ids of those that were
 */
export const removeOrphanedSubmissions = async (
  ctx: TenantContext,
  sent: readonly Sent[],
): Promise<ReadonlySet<string>> => {
  // Waits for whoever is erasing an amenity; whoever comes later finds the submission and keeps the amenity.
  const rows = await ctx.run<{ id: string }>(
    'select id from amenity where tenant_id = $1 and id = any($2::uuid[]) order by id for key share',
    [ctx.tenantId, sent.map(({ amenityId }) => amenityId)],
  )
  const there = new Set(rows.map(({ id }) => id))
  const orphaned = sent.flatMap(({ feedbackId, amenityId }) => (there.has(amenityId) ? [] : [feedbackId]))
  if (orphaned.length > 0) {
    await eraseUploadsOf(ctx, orphaned)
    const removed = await ctx.run<Submitted>(
      'delete from feedback where tenant_id = $1 and id = any($2::uuid[]) returning building_id as "buildingId", created_at as at',
      [ctx.tenantId, orphaned],
    )
    await recount(ctx, removed)
  }
  return new Set(orphaned)
}
