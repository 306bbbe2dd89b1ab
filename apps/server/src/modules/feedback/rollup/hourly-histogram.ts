/**
 * The counts of a building by hour as one number: count, count with a rating, and sum of ratings, for each hour in
 * its own digits. PostgreSQL adds all hours with one addition, so full hours cost as little as empty ones.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { wholeBuilding } from './write-days.ts'

/** Enough digits: no tenant has 200 billion ratings in one hour of the week. */
const digits = 12
const ofHour = 3 * digits
const rowsAtOnce = 1000

const packed = (hours: string): string =>
  `(select sum((sum || lpad(rated::text, ${digits}, '0') || lpad(n::text, ${digits}, '0') || 'e' || ${ofHour} * hour)::numeric) from (${hours}) h)`

/** SQL, for a row `d` of the table that is of a whole building. */
export const hourlyHistogramOf = {
  feedback_day: `coalesce(d.heat, ${packed(
    `select c.cell / 6 as hour, sum(c.n) as n, coalesce(sum(c.n) filter (where c.cell % 6 > 0), 0) as rated, sum(c.n * (c.cell % 6)) as sum
     from unnest(d.cells, d.counts) as c (cell, n) group by 1`,
  )})`,
  feedback_month: `coalesce(d.heat, ${packed('select * from unnest(d.hours, d.counts, d.rated, d.sums) as c (hour, n, rated, sum)')})`,
} as const

/** @param histogram one number or a sum of several @returns the hours, from the first that it has */
export const readHistogram = (
  histogram: string,
): { readonly n: number; readonly rated: number; readonly sum: number }[] =>
  Array.from({ length: Math.ceil(histogram.length / ofHour) }, (_, hour) => {
    const end = histogram.length - hour * ofHour
    const part = (index: number): number =>
      Number(histogram.slice(Math.max(end - (index + 1) * digits, 0), Math.max(end - index * digits, 0)))
    return { n: part(0), rated: part(1), sum: part(2) }
  })

const withoutOne = `where tenant_id = $1 and heat is null and amenity_id = '${wholeBuilding}' limit ${rowsAtOnce}`
const daysText = `update feedback_day d set heat = ${hourlyHistogramOf.feedback_day}
  from (select day, building_id from feedback_day ${withoutOne}) w
  where d.tenant_id = $1 and d.day = w.day and d.building_id = w.building_id and d.amenity_id = '${wholeBuilding}' returning 1`
const monthsText = `update feedback_month d set heat = ${hourlyHistogramOf.feedback_month}
  from (select month, building_id from feedback_month ${withoutOne}) w
  where d.tenant_id = $1 and d.month = w.month and d.building_id = w.building_id and d.amenity_id = '${wholeBuilding}' returning 1`

/** Adds histograms to rows without one; figures are exact in any case. @returns whether there may be more */
export const writeHourlyHistograms = async (ctx: TenantContext): Promise<boolean> => {
  const days = await ctx.run(daysText, [ctx.tenantId])
  const months = await ctx.run(monthsText, [ctx.tenantId])
  return Math.max(days.length, months.length) === rowsAtOnce
}
