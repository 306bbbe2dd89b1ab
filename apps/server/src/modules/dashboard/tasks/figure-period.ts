/** The period of a figure, in the time zone of its filter. */

import { clockOf } from '#server/modules/places/lookup/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import type { Filter } from '../filters.ts'
import { type Period, presentPeriod, readPeriod } from '../period.ts'

/**
 * Must be the first call in its transaction: all statements see one snapshot. @throws ServiceError VALIDATION_ERROR
 * as `readPeriod`
 */
export const figurePeriod = async (
  ctx: StaffContext,
  query: Parameters<typeof readPeriod>[0],
  { buildingIds }: Filter,
): Promise<Period> => {
  await ctx.run('set transaction isolation level repeatable read', [])
  return readPeriod(query, await clockOf(ctx, buildingIds), ctx.tenant.plan, ctx.now)
}

/** Returned beside all figures. */
export const aboutOf = (period: Period, now: Date) => ({
  period: presentPeriod(period),
  freshness: now.toISOString(),
})
