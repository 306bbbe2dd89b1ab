import type { HeatmapCell } from '#contracts/figures.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { countHours } from './count.ts'
import type { Figures } from './open-figures.ts'
import { nothing, presentCount, type Tally, totalOf } from './statistics.ts'

/** All 168 hours of the week, Monday first; and their total. */
export const heatmapOf = async (
  ctx: TenantContext,
  { cohorts, filter, period }: Figures,
): Promise<{ cells: HeatmapCell[]; total: Tally }> => {
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const rows = await countHours(ctx, { cohorts, filter, bounds })
  const found = new Map(rows.map((row) => [(row.weekday - 1) * 24 + row.hour, totalOf([row])] as const))
  return {
    cells: Array.from({ length: 168 }, (_, index) => ({
      weekday: Math.floor(index / 24) + 1,
      hour: index % 24,
      ...presentCount(found.get(index) ?? nothing),
    })),
    total: totalOf(rows),
  }
}
