/** Submissions that arrived while their amenity was being deleted. */
import { eraseUploadsOf } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { recount, type Submitted } from '../rollup/recount.ts'

interface StoredSubmission {
  readonly feedbackId: string
  readonly amenityId: string
}

/**
 * Removes submissions whose amenity is gone. The intake does not check the amenity: a lock there would let one tenant
 * hold up the submissions of all.
 * @returns the ids of those removed
 */
export const removeOrphanedSubmissions = async (
  ctx: TenantContext,
  sent: readonly StoredSubmission[],
): Promise<ReadonlySet<string>> => {
  // Waits for a deletion in progress; a later deletion finds the submission and archives the amenity instead.
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
