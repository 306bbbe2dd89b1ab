/** Submissions that came in while their amenity was being erased. */
import { eraseUploadsOf } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/**
 * Removes a submission whose amenity is gone. The intake does not look at the amenity: a lock there would let one
 * tenant's work hold up the submissions of all.
 * @returns whether it was one
 */
export const removeStray = async (
  ctx: TenantContext,
  { feedbackId, amenityId }: { readonly feedbackId: string; readonly amenityId: string },
): Promise<boolean> => {
  // Waits for whoever is erasing the amenity; whoever comes later finds this submission and keeps the amenity.
  const [amenity] = await ctx.run('select id from amenity where tenant_id = $1 and id = $2 for key share', [
    ctx.tenantId,
    amenityId,
  ])
  if (amenity) return false
  await eraseUploadsOf(ctx, [feedbackId])
  await ctx.run('delete from feedback where tenant_id = $1 and id = $2', [ctx.tenantId, feedbackId])
  return true
}
