/** Submissions of the current month or the last days: counted days, and rows not counted yet. */
import type { FigureContext } from '#server/platform/context.ts'
import { dateNumber, isoDate, zoneTime } from '#server/platform/zone-time.ts'
import { type RollupGroup, readCoverage } from './coverage.ts'
import { wholeBuilding } from './write-days.ts'

interface RowRange {
  readonly from: number
  /** Infinity: open end */
  readonly to: number
  readonly buildings: string
}

interface MonthParts {
  /** for buildings whose days are counted: the first full local day of the month, from which counted days are read */
  readonly days: readonly { readonly first: string; readonly buildings: string }[]
  readonly rows: readonly RowRange[]
}

const partsOf = ({ zone, until, buildingIds }: RollupGroup, begin: number): MonthParts => {
  const clock = zoneTime(zone)
  const buildings = buildingIds.join(',')
  const date = clock.dateAt(begin)
  const first = clock.startOf(date) < begin ? date + 1 : date
  const start = clock.startOf(first)
  if (until <= start) return { days: [], rows: [{ from: begin, to: Infinity, buildings }] }
  return {
    days: [{ first: isoDate(first), buildings }],
    rows: [
      ...(begin < start ? [{ from: begin, to: start, buildings }] : []),
      { from: until, to: Infinity, buildings },
    ],
  }
}

// OFFSET 0 makes the planner look up each part by index, whatever the statistics say.
const monthText = `select (
    select coalesce(sum(d.n), 0)::bigint
    from (select first, string_to_array(buildings, ',')::uuid[] as buildings
      from unnest($2::date[], $3::text[]) as w (first, buildings) offset 0) w
    cross join lateral (select n from feedback_day where tenant_id = $1 and day >= w.first
      and building_id = any(w.buildings) and amenity_id = '${wholeBuilding}' offset 0) d
  ) + (
    select count(*)
    from (select starts_at, ends_at, string_to_array(buildings, ',')::uuid[] as buildings
      from unnest($4::timestamptz[], $5::timestamptz[], $6::text[]) as w (starts_at, ends_at, buildings) offset 0) w
    cross join lateral (select from feedback f where f.tenant_id = $1 and f.counted and f.created_at >= w.starts_at
      and f.created_at < w.ends_at and f.building_id = any(w.buildings) offset 0) f
  ) as n`

const moment = (at: number): string => (at === Infinity ? 'infinity' : new Date(at).toISOString())

/**
 * Counts what figures count, without quarantined submissions, since the beginning of a local day. A day that waits for
 * its recount has its old count.
 */
const countSince = async (ctx: FigureContext, begin: number): Promise<number> => {
  const parts = (await readCoverage(ctx)).map((rollupGroup) => partsOf(rollupGroup, begin))
  const days = parts.flatMap((part) => part.days)
  const rows = parts.flatMap((part) => part.rows)
  const [row] = await ctx.run<{ n: number }>(monthText, [
    ctx.tenantId,
    days.map(({ first }) => first),
    days.map(({ buildings }) => buildings),
    rows.map(({ from }) => moment(from)),
    rows.map(({ to }) => moment(to)),
    rows.map(({ buildings }) => buildings),
  ])
  return row?.n ?? 0
}

/** Of the current calendar month in the tenant's time zone. */
export const countThisMonth = (ctx: FigureContext): Promise<number> => {
  const clock = zoneTime(ctx.tenant.timeZone)
  const month = isoDate(clock.dateAt(ctx.now.getTime())).slice(0, 7)
  return countSince(ctx, clock.startOf(dateNumber(`${month}-01`)))
}

/** Of the last local days, with today. */
export const countLastDays = (ctx: FigureContext, days: number): Promise<number> => {
  const clock = zoneTime(ctx.tenant.timeZone)
  return countSince(ctx, clock.startOf(clock.dateAt(ctx.now.getTime()) - days + 1))
}
