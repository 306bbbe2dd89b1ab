/** The start of every figure: a common snapshot, the filter, the period, and what the rollup covers. */
import { type RollupGroup, readCoverage } from '#server/modules/feedback/public.ts'
import type { FigureContext } from '#server/platform/context.ts'
import { type Filter, type FilterQuery, readFilter } from '../filters.ts'
import { type Period, presentPeriod, readPeriod } from '../period.ts'
import type { Prior } from './statistics.ts'

export interface Figures {
  readonly filter: Filter
  readonly period: Period
  readonly rollupGroups: readonly RollupGroup[]
}

const zoneOf = (buildingId: string | undefined, rollupGroups: readonly RollupGroup[]): string | undefined =>
  buildingId === undefined
    ? undefined
    : rollupGroups.find(({ buildingIds }) => buildingIds.includes(buildingId))?.zone

type Days = Pick<FilterQuery, 'from' | 'to' | 'compare'>

const open = async (
  ctx: FigureContext,
  days: Days,
  readFilterOf: () => Promise<Filter> | Filter,
  buildingOf: (filter: Filter) => Promise<string | undefined>,
): Promise<Figures> => {
  // All statements see one snapshot: rollup and remaining rows, a total and its parts.
  await ctx.run('set transaction isolation level repeatable read', [])
  const rollupGroups = await readCoverage(ctx)
  const filter = await readFilterOf()
  const zone = zoneOf(await buildingOf(filter), rollupGroups) ?? ctx.tenant.timeZone
  return { filter, rollupGroups, period: readPeriod(days, zone, ctx.tenant.plan, ctx.now) }
}

const onlyBuilding = async ({ buildingIds }: Filter): Promise<string | undefined> =>
  buildingIds?.length === 1 ? buildingIds[0] : undefined

/**
 * Must be the first call in its transaction. The time zone is the building's if exactly one is filtered, otherwise
 * the tenant's.
 * @throws ServiceError VALIDATION_ERROR, see `readPeriod`
 */
export const openFigures = (ctx: FigureContext, query: FilterQuery): Promise<Figures> =>
  open(ctx, query, () => readFilter(query), onlyBuilding)

/** The same with a filter that is read in the same snapshot, such as the scope of a share link. */
export const openFiguresUnder = (
  ctx: FigureContext,
  days: Days,
  filter: () => Promise<Filter>,
): Promise<Figures> => open(ctx, days, filter, onlyBuilding)

/** Figures of one amenity, in whichever buildings it was; in the time zone of its current building. */
export const openFiguresOfAmenity = (ctx: FigureContext, query: Days, amenityId: string): Promise<Figures> =>
  open(
    ctx,
    query,
    () => readFilter({ amenity: [amenityId] }),
    async () => {
      const [row] = await ctx.run<{ building_id: string }>(
        'select building_id from amenity where tenant_id = $1 and id = $2',
        [ctx.tenantId, amenityId],
      )
      return row?.building_id
    },
  )

/** Returned beside all figures. */
export const aboutOf = (ctx: FigureContext, { period }: Pick<Figures, 'period'>) => ({
  period: presentPeriod(period),
  freshness: ctx.now.toISOString(),
})

/** m and s of the score formula, with the number of ratings behind them. */
export const presentPrior = ({
  prior,
  rated,
}: {
  readonly prior: Prior | undefined
  readonly rated: number
}) => ({
  mean: prior?.mean ?? null,
  deviation: prior?.deviation ?? null,
  rated,
})
