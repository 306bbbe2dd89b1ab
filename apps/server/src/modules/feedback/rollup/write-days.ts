/** Counts rows into days, and days into months. Both replace the old counts. */
import type { TenantContext } from '#server/platform/context.ts'
import { asLocal, localTime } from '#server/platform/db/local-time.ts'
import { isoDate, zoneTime } from '#server/platform/zone-time.ts'

/** Amenity id of rows that count the whole building. */
export const wholeBuilding = '00000000-0000-0000-0000-000000000000'

/** Local days of a time zone, `to` excluded; as days since 1970. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

// No joins here: without statistics the planner may assume one row on each side.
const issues = `coalesce(jsonb_object_agg(code, n) filter (where code is not null), '{}')`

const daysText = `with f as materialized (
    select r.building_id, r.amenity_id, r.local::date as day, extract(hour from r.local)::int as hour,
      coalesce(r.rating, 0) as rating, r.issues
    from unnest($5::timestamptz[], $6::timestamptz[]) as span (starts_at, ends_at)
    cross join lateral (
      select f.building_id, f.amenity_id, f.rating, f.issues, ${asLocal('f.created_at', '$3', '$4')} as local
      from feedback f where f.tenant_id = $1 and f.counted and f.created_at >= span.starts_at and f.created_at < span.ends_at
        and f.building_id = any($2::uuid[]) offset 0) r
  ), cell as materialized (
    select building_id, coalesce(amenity_id, '${wholeBuilding}') as amenity_id, day, hour * 6 + rating as cell, count(*)::int as n
    from f group by grouping sets ((building_id, day, hour, rating), (building_id, amenity_id, day, hour, rating))
  ), said as materialized (
    select f.building_id, f.amenity_id, f.day, i.codes from f
    cross join lateral (select array_agg(distinct i.value ->> 'code') as codes from jsonb_array_elements(f.issues) i offset 0) i
    where f.issues <> '[]'
  ), part as (
    select building_id, amenity_id, day, cell, null as code, n from cell
    union all
    select building_id, coalesce(amenity_id, '${wholeBuilding}'), day, null, null, count(*)
    from said group by grouping sets ((building_id, day), (building_id, amenity_id, day))
    union all
    select s.building_id, coalesce(s.amenity_id, '${wholeBuilding}'), s.day, null, c.code, count(*)
    from said s cross join unnest(s.codes) as c (code)
    group by grouping sets ((s.building_id, s.day, c.code), (s.building_id, s.amenity_id, s.day, c.code))
  )
  insert into feedback_day (tenant_id, day, building_id, amenity_id, n, r1, r2, r3, r4, r5, named, issues, cells, counts)
  select $1, day, building_id, amenity_id, sum(n) filter (where cell is not null),
    ${[1, 2, 3, 4, 5].map((rating) => `coalesce(sum(n) filter (where cell % 6 = ${rating}), 0)`).join(', ')},
    coalesce(sum(n) filter (where cell is null and code is null), 0), ${issues},
    array_agg(cell order by cell) filter (where cell is not null), array_agg(n order by cell) filter (where cell is not null)
  from part group by building_id, amenity_id, day
  order by amenity_id <> '${wholeBuilding}', day, building_id
  returning 1`

const clearDays = `delete from feedback_day d using unnest($3::date[], $4::date[]) as span (first, behind)
  where d.tenant_id = $1 and d.building_id = any($2::uuid[]) and d.day >= span.first and d.day < span.behind`

const clearRecounts = `delete from feedback_recount r using unnest($3::timestamptz[], $4::timestamptz[]) as span (starts_at, ends_at)
  where r.tenant_id = $1 and r.building_id = any($2::uuid[]) and r.quarter >= span.starts_at and r.quarter < span.ends_at`

const clearMonths =
  'delete from feedback_month where tenant_id = $1 and building_id = any($2::uuid[]) and month = any($3::date[])'

const monthsText = `with d as materialized (
    select m.month, d.* from unnest($3::date[]) as m (month)
    cross join lateral (select * from feedback_day where tenant_id = $1 and building_id = any($2::uuid[])
      and day >= m.month and day < (m.month + interval '1 month')::date offset 0) d
  ), part as (
    select d.month, d.building_id, d.amenity_id, (extract(isodow from d.day)::int - 1) * 24 + c.cell / 6 as hour, null as code,
      sum(c.n)::int as n, coalesce(sum(c.n) filter (where c.cell % 6 > 0), 0)::int as rated, sum(c.n * (c.cell % 6))::int as sum,
      0 as r1, 0 as r2, 0 as r3, 0 as r4, 0 as r5, 0 as named
    from d cross join lateral unnest(d.cells, d.counts) as c (cell, n) group by 1, 2, 3, 4
    union all
    select d.month, d.building_id, d.amenity_id, null, c.key, sum(c.value::int)::int, 0, 0, 0, 0, 0, 0, 0, 0
    from d cross join lateral jsonb_each(d.issues) c group by 1, 2, 3, 5
    union all
    select month, building_id, amenity_id, null, null, 0, 0, 0, r1, r2, r3, r4, r5, named from d
  )
  insert into feedback_month (tenant_id, month, building_id, amenity_id, n, r1, r2, r3, r4, r5, named, issues, hours, counts, rated, sums)
  select $1, month, building_id, amenity_id, sum(n) filter (where hour is not null), sum(r1), sum(r2), sum(r3), sum(r4), sum(r5),
    sum(named), ${issues}, array_agg(hour order by hour) filter (where hour is not null), array_agg(n order by hour) filter (where hour is not null),
    array_agg(rated order by hour) filter (where hour is not null), array_agg(sum order by hour) filter (where hour is not null)
  from part group by 2, 3, 4
  order by amenity_id <> '${wholeBuilding}', month, building_id
  returning 1`

const moments = (values: readonly number[]): Date[] => values.map((value) => new Date(value))

/** Counts the days before `until` of buildings in one time zone, and clears their recount requests. */
export const writeDays = async (
  ctx: TenantContext,
  zone: string,
  buildingIds: readonly string[],
  ranges: readonly DayRange[],
  until: number,
): Promise<void> => {
  if (ranges.length === 0 || buildingIds.length === 0) return
  const clock = zoneTime(zone)
  const starts = ranges.map(({ from }) => clock.startOf(from))
  const ends = ranges.map(({ to }) => Math.min(clock.startOf(to), until))
  const of = [ctx.tenantId, buildingIds] as const
  // Before the rows are read: a change that commits later leaves a new request.
  await ctx.run(clearRecounts, [...of, moments(starts), moments(ends)])
  await ctx.run(clearDays, [
    ...of,
    ranges.map(({ from }) => isoDate(from)),
    ranges.map(({ to }) => isoDate(to)),
  ])
  const local = localTime(zone, Math.min(...starts), Math.max(...ends))
  await ctx.run(daysText, [...of, local.offsets, local.starts, moments(starts), moments(ends)])
}

/** Counts the months that start on these days; all their days must be counted. */
export const writeMonths = async (
  ctx: TenantContext,
  buildingIds: readonly string[],
  months: readonly string[],
): Promise<void> => {
  if (months.length === 0 || buildingIds.length === 0) return
  await ctx.run(clearMonths, [ctx.tenantId, buildingIds, months])
  await ctx.run(monthsText, [ctx.tenantId, buildingIds, months])
}
