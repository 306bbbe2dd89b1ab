/** Ratings of a period and the one before, as one total and day by day. */
import type { TenantContext } from '#server/platform/context.ts'
import { type Filter, noFilter } from '../filters.ts'
import type { Period } from '../period.ts'
import { countRatings, type Group, type RatingCount } from './count.ts'
import type { Figures } from './open-figures.ts'
import { meanOf, nothing, type Prior, priorOf, type Tally, totalOf } from './statistics.ts'

/** Bounds of the period before and the period. */
export const twoPeriods = ({ startBefore, start, end }: Period): number[] =>
  [startBefore, start, end].map((at) => at.getTime())

export interface Daily {
  readonly before: Tally
  readonly now: Tally
  readonly days: readonly { readonly date: string; readonly tally: Tally }[]
}

export const dailyRatings = async (
  ctx: TenantContext,
  { cohorts, period }: Figures,
  filter: Filter,
): Promise<Daily> => {
  const bounds = [period.startBefore, ...period.days.map(({ start }) => start), period.end].map((at) =>
    at.getTime(),
  )
  const rows = await countRatings(ctx, { cohorts, filter, bounds }, 'all')
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return {
    before: totalOf(byBucket.get(0) ?? []),
    now: totalOf(rows.filter(({ bucket }) => bucket > 0)),
    days: period.days.map(({ date }, index) => ({ date, tally: totalOf(byBucket.get(index + 1) ?? []) })),
  }
}

export const presentDays = ({ days }: Daily) =>
  days.map(({ date, tally }) => ({
    date,
    count: tally.count,
    rated: tally.rated,
    average: meanOf(tally),
  }))

export interface Compared {
  readonly before: Tally
  readonly now: Tally
}

export const unchanged: Compared = { before: nothing, now: nothing }

/** Of each group in which there is anything in one of the two periods. */
export const comparedRatings = async (
  ctx: TenantContext,
  { cohorts, period }: Figures,
  filter: Filter,
  group: Exclude<Group, 'all'>,
): Promise<Map<string, Compared>> => {
  const rows = await countRatings(ctx, { cohorts, filter, bounds: twoPeriods(period) }, group)
  const of = (some: readonly RatingCount[], bucket: number): Tally =>
    totalOf(some.filter((row) => row.bucket === bucket))
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key ?? '')].map(([key, some]) => [
      key,
      { before: of(some, 0), now: of(some, 1) },
    ]),
  )
}

/** Of all the tenant's ratings in the period, whatever is filtered. */
export const tenantRatings = async (
  ctx: TenantContext,
  { cohorts, period }: Figures,
): Promise<{ readonly prior: Prior | undefined; readonly rated: number }> => {
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const all = totalOf(await countRatings(ctx, { cohorts, filter: noFilter, bounds }, 'all'))
  return { prior: priorOf(all), rated: all.rated }
}
