/** The time zone in which days are cut: the building's if exactly one is filtered, otherwise the tenant's. */

import type { FigureContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

const zoneText = 'select time_zone from building where tenant_id = $1 and id = $2'

export const clockOf = async (
  ctx: FigureContext,
  buildingIds: readonly string[] | undefined,
): Promise<string> => {
  const [only, ...others] = buildingIds ?? []
  const [building] =
    only === undefined || others.length > 0
      ? []
      : await ctx.run<{ time_zone: string }>(zoneText, [ctx.tenantId, only])
  return building ? storedZone(building.time_zone) : ctx.tenant.timeZone
}
