/** Ratings of a period and the one before, in total and by day. */
import type { TenantContext } from '#server/platform/context.ts'
import { type Filter, noFilter } from '../filters.ts'
import type { Period } from '../period.ts'
import { countRatings, type Group, type RatingCount } from './count.ts'
import type { Figures } from './open-figures.ts'
import { meanOf, nothing, type Prior, priorOf, type Tally, totalOf } from './statistics.ts'

/** Bounds of the compared part of the period before, of its rest, and of the period. */
export const twoPeriods = ({ startBefore, endBefore, start, end }: Period): number[] =>
  [startBefore, endBefore, start, end].map((at) => at.getTime())

/** Indexes of these buckets. */
export const buckets = { before: 0, rest: 1, now: 2 } as const

export interface Daily {
  readonly before: Tally
  readonly now: Tally
  readonly days: readonly { readonly date: string; readonly tally: Tally }[]
}

export const dailyRatings = async (
  ctx: TenantContext,
  { rollupGroups, period }: Figures,
  filter: Filter,
): Promise<Daily> => {
  const { startBefore, endBefore, days, end } = period
  const bounds = [startBefore, endBefore, ...days.map(({ start }) => start), end].map((at) => at.getTime())
  const rows = await countRatings(ctx, { rollupGroups, filter, bounds }, 'all')
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return {
    before: totalOf(byBucket.get(buckets.before) ?? []),
    now: totalOf(rows.filter(({ bucket }) => bucket >= buckets.now)),
    days: days.map(({ date }, index) => ({
      date,
      tally: totalOf(byBucket.get(index + buckets.now) ?? []),
    })),
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

/** Only groups with submissions in one of the two periods. */
export const comparedRatings = async (
  ctx: TenantContext,
  { rollupGroups, period }: Figures,
  filter: Filter,
  group: Exclude<Group, 'all'>,
): Promise<Map<string, Compared>> => {
  const found = await countRatings(ctx, { rollupGroups, filter, bounds: twoPeriods(period) }, group)
  const rows = found.filter(({ bucket }) => bucket !== buckets.rest)
  const of = (some: readonly RatingCount[], bucket: number): Tally =>
    totalOf(some.filter((row) => row.bucket === bucket))
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key ?? '')].map(([key, some]) => [
      key,
      { before: of(some, buckets.before), now: of(some, buckets.now) },
    ]),
  )
}

/** All ratings of the tenant in the period, without filters. */
export const tenantRatings = async (
  ctx: TenantContext,
  { rollupGroups, period }: Figures,
): Promise<{ readonly prior: Prior | undefined; readonly rated: number }> => {
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const all = totalOf(await countRatings(ctx, { rollupGroups, filter: noFilter, bounds }, 'all'))
  return { prior: priorOf(all), rated: all.rated }
}
