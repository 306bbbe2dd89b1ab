/** The period of a figure: by the clock of the building where exactly one is asked for, else by the tenant's. */
import type { StaffContext } from '#server/platform/context.ts'
import type { Filter } from '../filters.ts'
import { type Period, presentPeriod, readPeriod } from '../period.ts'

const zoneText = 'select time_zone from building where tenant_id = $1 and id = $2'

/** First of all in its transaction: all statements of an answer see one moment. @throws ServiceError VALIDATION_ERROR as `readPeriod` */
export const figurePeriod = async (
  ctx: StaffContext,
  query: Parameters<typeof readPeriod>[0],
  { buildingIds }: Filter,
): Promise<Period> => {
  await ctx.run('set transaction isolation level repeatable read', [])
  const [only, ...others] = buildingIds ?? []
  const [building] =
    only === undefined || others.length > 0
      ? []
      : await ctx.run<{ time_zone: string }>(zoneText, [ctx.tenantId, only])
  return readPeriod(query, building?.time_zone ?? ctx.tenant.timeZone, ctx.tenant.plan, ctx.now)
}

/** What every figure says of itself. */
export const aboutOf = (period: Period, now: Date) => ({
  period: presentPeriod(period),
  freshness: now.toISOString(),
})
