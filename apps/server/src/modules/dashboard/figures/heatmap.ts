import type { HeatmapCell } from '#contracts/figures.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { countHours, type HourCount } from './count.ts'
import type { Figures } from './open-figures.ts'

type HourFigures = Pick<HeatmapCell, 'count' | 'rated' | 'average'>

const present = (rows: readonly HourCount[]): HourFigures => {
  const of = (what: 'n' | 'rated' | 'sum'): number => rows.reduce((total, row) => total + row[what], 0)
  const rated = of('rated')
  return { count: of('n'), rated, average: rated === 0 ? null : of('sum') / rated }
}

/** All 168 hours of the week, Monday first, and their total. */
export const heatmapOf = async (
  ctx: TenantContext,
  { rollupGroups, filter, period }: Figures,
): Promise<{ cells: HeatmapCell[]; total: HourFigures }> => {
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const rows = await countHours(ctx, { rollupGroups, filter, bounds })
  const found = Map.groupBy(rows, ({ hour }) => hour)
  return {
    cells: Array.from({ length: 168 }, (_, index) => ({
      weekday: Math.floor(index / 24) + 1,
      hour: index % 24,
      ...present(found.get(index) ?? []),
    })),
    total: present(rows),
  }
}
