/**
 * E-mail addresses that visitors left to hear what becomes of a submission. They serve nothing else, and are erased when
 * all is said to be fixed, or after a time in which neither that nor a reply is to be expected any more.
 */
import type { TenantContext } from '#server/platform/context.ts'

export interface OutcomeReader {
  readonly feedbackId: string
  readonly email: string
  /** a language that visitors may read; null: not told */
  readonly language: string | null
  readonly amenityId: string
  readonly buildingId: string
}

/** Those of these submissions that wait for an outcome, by age. */
export const outcomeAddresses = async (
  ctx: TenantContext,
  feedbackIds: readonly string[],
): Promise<OutcomeReader[]> => {
  if (feedbackIds.length === 0) return []
  const rows = await ctx.run<{
    id: string
    outcome_email: string
    language: string | null
    amenity_id: string
    building_id: string
  }>(
    `select id, outcome_email, language, amenity_id, building_id from feedback
     where tenant_id = $1 and id = any($2::uuid[]) and outcome_email is not null order by id`,
    [ctx.tenantId, feedbackIds],
  )
  return rows.map((row) => ({
    feedbackId: row.id,
    email: row.outcome_email,
    language: row.language,
    amenityId: row.amenity_id,
    buildingId: row.building_id,
  }))
}

export const forgetAddressKind = 'feedback.forget_address'

/** The page promises it. */
const keptMs = 90 * 86_400_000

/** In the transaction that keeps an address; one that is left anew is kept from then on. */
export const forgetAddressLater = (ctx: TenantContext, feedbackId: string): Promise<void> =>
  ctx.at(forgetAddressKind, feedbackId, new Date(ctx.now.getTime() + keptMs))

/** @returns whether there was an address */
export const eraseOutcomeAddress = async (ctx: TenantContext, feedbackId: string): Promise<boolean> => {
  const rows = await ctx.run(
    'update feedback set outcome_email = null where tenant_id = $1 and id = $2 and outcome_email is not null returning id',
    [ctx.tenantId, feedbackId],
  )
  return rows.length > 0
}
