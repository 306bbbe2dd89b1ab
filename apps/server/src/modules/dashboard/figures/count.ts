/** Counts submissions in time buckets from rollup and newer rows; quarantined ones are not counted, hidden ones are. */
import {
  coverageOf,
  hourlyHistogramOf,
  type RollupGroup,
  readHistogram,
  wholeBuilding,
} from '#server/modules/feedback/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { asLocal, localTime } from '#server/platform/db/local-time.ts'
import { isoDate } from '#server/platform/zone-time.ts'
import { conditions, type Filter, type Values, valuesFor } from '../filters.ts'
import { runGrouping } from './run-grouping.ts'
import { type Split, split } from './split.ts'

export type Group = 'all' | 'building' | 'type' | 'amenity'

/** Index 0: without a rating; 1 to 5: by rating. */
export type ByRating = readonly [number, number, number, number, number, number]

export interface RatingCount {
  readonly bucket: number
  /** id or code of the group; null for all */
  readonly key: string | null
  readonly n: number
  readonly byRating: ByRating
}

export interface HourCount {
  /** hour of the week on the building's clock: 0 is Monday 00, 167 Sunday 23 */
  readonly hour: number
  readonly n: number
  readonly rated: number
  /** sum of the ratings */
  readonly sum: number
}

export interface IssueCount {
  readonly bucket: number
  /** null: submissions that name any issue */
  readonly code: string | null
  readonly n: number
}

interface CountInput {
  readonly rollupGroups: readonly RollupGroup[]
  readonly filter: Filter
  /** in ms, ascending: bucket i is from bounds[i] up to, but without, bounds[i + 1] */
  readonly bounds: readonly number[]
}

const ratings = [1, 2, 3, 4, 5] as const
const counts = `n, ${ratings.map((rating) => `r${rating}`).join(', ')}`

const latest = Date.UTC(9999, 0, 1)

/** No submission is older than 1970, and PostgreSQL does not read ISO years of five digits. */
const iso = (at: number): string =>
  at < 0 ? '-infinity' : at > latest ? 'infinity' : new Date(at).toISOString()

/** Shared by all parts of a statement. */
interface Scope {
  readonly values: Values
  readonly filter: Filter
  /** rollup rows of whole buildings suffice */
  readonly whole: boolean
}

/** Condition on rows of `feedback_day` and `feedback_month`: whole buildings, or amenities that match the filter. */
const counted = ({ whole, filter, values }: Scope): string =>
  whole
    ? `amenity_id = '${wholeBuilding}'`
    : `amenity_id <> '${wholeBuilding}'${conditions({ ...filter, buildingIds: undefined }, { building: 'building_id', amenity: 'amenity_id' }, values)}`

// Excluded buildings are passed as text, since SQL arrays of arrays must have equal lengths. Mostly there are none,
// and then no condition is added.
const runRows = (
  scope: Scope,
  table: 'feedback_day' | 'feedback_month',
  { buildingIds, ...split }: Split,
  columns = '*',
  groups = '',
): string => {
  const { values } = scope
  const list = table === 'feedback_day' ? split.days : split.months
  const column = table === 'feedback_day' ? 'day' : 'month'
  const [from, to, buckets, steps, without] = [
    values.add(list.map((one) => isoDate(one.from))),
    values.add(list.map((one) => isoDate(one.to))),
    values.add(list.map(({ bucket }) => bucket)),
    values.add(list.map(({ step }) => step)),
    values.add(list.map((one) => one.without.join(','))),
  ]
  const isWhole = list.every((one) => one.without.length === 0)
  return `(select first, behind, bucket, step, string_to_array(without, ',')::uuid[] as without
      from unnest(${from}::date[], ${to}::date[], ${buckets}::int[], ${steps}::int[], ${without}::text[]) as w (first, behind, bucket, step, without) offset 0) w
    cross join lateral (select ${columns} from ${table} where tenant_id = $1 and ${column} >= w.first and ${column} < w.behind
      and building_id = any(${values.add(buildingIds)}::uuid[]) ${isWhole ? '' : 'and building_id <> all(w.without)'} and ${counted(scope)} ${groups} offset 0) d`
}

const ofCells = 'cross join lateral unnest(d.cells, d.counts) as c (cell, n)'

const daysByHours = (scope: Scope, { buildingIds, daysByHours: list }: Split): string => {
  const { values } = scope
  const [dates, buckets] = [
    values.add(list.map(({ date }) => date)),
    values.add(list.map((one) => one.buckets.map((bucket) => bucket ?? '').join(','))),
  ]
  return `(select date, string_to_array(buckets, ',', '')::int[] as buckets
      from unnest(${dates}::date[], ${buckets}::text[]) as w (date, buckets) offset 0) w
    cross join lateral (select * from feedback_day where tenant_id = $1 and day = w.date
      and building_id = any(${values.add(buildingIds)}::uuid[]) and ${counted(scope)} offset 0) d
    ${ofCells} where w.buckets[c.cell / 6 + 1] is not null`
}

/**
 * For each day cut at an hour, the hourly cells of the shorter side are read; the other side is the day's total
 * minus these. Cells are ordered, at most six for an hour.
 */
const cutDays = (scope: Scope, { buildingIds, cutDays: list }: Split): string => {
  const { values } = scope
  const [dates, hours, befores, afters] = [
    values.add(list.map(({ date }) => date)),
    values.add(list.map(({ hour }) => hour)),
    values.add(list.map(({ before }) => before)),
    values.add(list.map(({ after }) => after)),
  ]
  const beyond = ratings.map((rating) => `d.r${rating} - s.r${rating}`).join(', ')
  return `(select date, 6 * hour as first, hour <= 12 as begins,
        case when hour <= 12 then before else after end as near, case when hour <= 12 then after else before end as far
      from unnest(${dates}::date[], ${hours}::int[], ${befores}::int[], ${afters}::int[]) as w (date, hour, before, after) offset 0) w
    cross join lateral (select * from feedback_day where tenant_id = $1 and day = w.date
      and building_id = any(${values.add(buildingIds)}::uuid[]) and ${counted(scope)} offset 0) d
    cross join lateral (select coalesce(sum(c.n), 0)::int as n, ${ratings.map((rating) => `coalesce(sum(c.n) filter (where c.cell % 6 = ${rating}), 0)::int as r${rating}`).join(', ')}
      from unnest(case when w.begins then d.cells[:w.first] else d.cells[cardinality(d.cells) - 143 + w.first:] end,
        case when w.begins then d.counts[:w.first] else d.counts[cardinality(d.cells) - 143 + w.first:] end) as c (cell, n)
      where (c.cell < w.first) = w.begins offset 0) s
    cross join lateral (values (w.near, s.n, ${ratings.map((rating) => `s.r${rating}`).join(', ')}), (w.far, d.n - s.n, ${beyond})) as v (bucket, ${counts})
    where v.bucket is not null and v.n > 0`
}

const momentsOf = (values: Values, moments: readonly number[]): string =>
  `${values.add(moments.map(iso))}::timestamptz[]`

/** From `feedback f`. */
const rowsWhere = (
  { values, filter }: Scope,
  { columns, groups = '' }: Parts['row'],
  ofBuildings: string,
): string =>
  `cross join lateral (select ${columns()} from feedback f
      where f.tenant_id = $1 and f.counted and f.created_at >= w.starts_at and f.created_at < w.ends_at and f.building_id = any(${ofBuildings})
        ${conditions({ ...filter, buildingIds: undefined }, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)} ${groups} offset 0) f`

const rows = (scope: Scope, { rows: list, buildingIds }: Split, row: Parts['row']): string => {
  const { values } = scope
  const [from, to] = [list.map((one) => one.from), list.map((one) => one.to)]
  return `unnest(${momentsOf(values, from)}, ${momentsOf(values, to)}) as w (starts_at, ends_at)
    ${rowsWhere(scope, row, `${values.add(buildingIds)}::uuid[]`)}`
}

const rowsOf = (scope: Scope, { rowsOf: list }: Split, row: Parts['row']): string => {
  const { values } = scope
  const [from, to] = [list.map((one) => one.from), list.map((one) => one.to)]
  const buildings = values.add(list.map((one) => one.buildingIds.join(',')))
  return `(select starts_at, ends_at, string_to_array(buildings, ',')::uuid[] as buildings
      from unnest(${momentsOf(values, from)}, ${momentsOf(values, to)}, ${buildings}::text[]) as w (starts_at, ends_at, buildings) offset 0) w
    ${rowsWhere(scope, row, 'w.buildings')}`
}

/**
 * Select lists of the parts: over `w` and `d`, also over cells `c`, or over rows `f`. Counts are integers, because
 * sums of wider types cost three times as much.
 */
interface Parts {
  readonly day: string
  /** aggregates days of one bucket before the join: a select list over `feedback_day` */
  readonly daysTogether?: { readonly columns: string; readonly groupBy: string }
  readonly month: string
  /** what days and months are expanded by */
  readonly ofDay?: string
  readonly ofMonth?: string
  /** over `v` */
  readonly cutDay?: string
  readonly dayByHours?: string
  readonly row: {
    columns(): string
    /** what rows are grouped by before they are expanded */
    readonly groups?: string
    list(split: Split): string
    readonly apart?: string
    readonly groupBy: string
  }
}

/** All parts of the splits, combined by union all; undefined if there is none. */
const partsOf = (
  scope: Scope,
  splits: readonly Split[],
  { day, daysTogether, month, ofDay = '', ofMonth = ofDay, cutDay, dayByHours, row }: Parts,
): string | undefined => {
  const ofRows = (one: Split, from: string): string =>
    `select ${row.list(one)} from ${from} ${row.apart ?? ''} group by ${row.groupBy}`
  const daysOf = (one: Split): string[] => {
    if (one.days.length === 0) return []
    if (!daysTogether || one.days.some(({ step }) => step === 1))
      return [`select ${day} from ${runRows(scope, 'feedback_day', one)} ${ofDay}`]
    const { columns, groupBy } = daysTogether
    return [
      `select w.bucket, d.* from ${runRows(scope, 'feedback_day', one, columns, `group by ${groupBy}`)}`,
    ]
  }
  const parts = splits.flatMap((one) => [
    ...(one.months.length > 0
      ? [`select ${month} from ${runRows(scope, 'feedback_month', one)} ${ofMonth}`]
      : []),
    ...daysOf(one),
    ...(cutDay && one.cutDays.length > 0 ? [`select ${cutDay} from ${cutDays(scope, one)}`] : []),
    ...(dayByHours && one.daysByHours.length > 0
      ? [`select ${dayByHours} from ${daysByHours(scope, one)}`]
      : []),
    ...(one.rows.length > 0 ? [ofRows(one, rows(scope, one, row))] : []),
    ...(one.rowsOf.length > 0 ? [ofRows(one, rowsOf(scope, one, row))] : []),
  ])
  return parts.length === 0 ? undefined : parts.join('\n union all ')
}

const scopeOf = (ctx: TenantContext, filter: Filter, ofBuildings: boolean): Scope => ({
  values: valuesFor(ctx.tenantId),
  filter,
  whole: ofBuildings && !filter.amenityIds && !filter.types,
})

const ofSide = `v.n, ${ratings.map((rating) => `v.r${rating}`).join(', ')}`
const sums = `sum(n)::bigint as n, ${ratings.map((rating) => `sum(r${rating})::bigint as r${rating}`).join(', ')}`
const ofRating = (n: string, rating: string): string =>
  ratings.map((one) => `case when ${rating} = ${one} then ${n} else 0 end as r${one}`).join(', ')

interface SumRow {
  n: number
  r1: number
  r2: number
  r3: number
  r4: number
  r5: number
}

const byRating = ({ n, r1, r2, r3, r4, r5 }: SumRow): ByRating => [
  n - r1 - r2 - r3 - r4 - r5,
  r1,
  r2,
  r3,
  r4,
  r5,
]

const keys = {
  all: 'null::uuid',
  building: 'building_id',
  amenity: 'amenity_id',
  type: 'amenity_id',
} as const

/** Only buckets and keys with submissions. */
export const countRatings = async (
  ctx: TenantContext,
  { rollupGroups, filter, bounds }: CountInput,
  group: Group,
): Promise<RatingCount[]> => {
  const splits = split(coverageOf(rollupGroups, filter.buildingIds), bounds, 'SUMS')
  const scope = scopeOf(ctx, filter, group === 'all' || group === 'building')
  const key = keys[group]
  const parts = partsOf(scope, splits, {
    day: `w.bucket + w.step * (d.day - w.first) as bucket, ${key} as key, ${counts}`,
    // Safe as integers: few days lie outside whole months.
    daysTogether: {
      columns: `${key} as key, sum(n)::int as n, ${ratings.map((rating) => `sum(r${rating})::int as r${rating}`).join(', ')}`,
      groupBy: '1',
    },
    month: `w.bucket, ${key} as key, ${counts}`,
    cutDay: `v.bucket, ${key} as key, ${ofSide}`,
    dayByHours: `w.buckets[c.cell / 6 + 1] as bucket, ${key} as key, c.n, ${ofRating('c.n', 'c.cell % 6')}`,
    row: {
      columns: () => 'f.created_at, f.building_id, f.amenity_id, f.rating',
      list: () =>
        `width_bucket(f.created_at, ${momentsOf(scope.values, bounds)}) - 1 as bucket, ${key} as key, count(*)::int as n,
         ${ratings.map((rating) => `(count(*) filter (where f.rating = ${rating}))::int as r${rating}`).join(', ')}`,
      groupBy: '1, 2',
    },
  })
  if (parts === undefined) return []
  const summed = `select bucket, key, ${sums} from (${parts}) p group by bucket, key`
  const found = await runGrouping<SumRow & { bucket: number; key: string | null }>(
    ctx,
    group === 'type'
      ? `select bucket, key, ${sums} from (select p.bucket, (select y.type from amenity y where y.tenant_id = $1 and y.id = p.key) as key,
           ${counts} from (${summed}) p) p group by bucket, key`
      : `select bucket, key::text as key, ${counts} from (${summed}) p`,
    scope.values.list,
  )
  return found.map((row) => ({ bucket: row.bucket, key: row.key, n: row.n, byRating: byRating(row) }))
}

/** By the hour of the week on each building's wall clock; rows of one hour must be added up. */
export const countHours = async (
  ctx: TenantContext,
  { rollupGroups, filter, bounds }: CountInput,
): Promise<HourCount[]> => {
  const splits = split(coverageOf(rollupGroups, filter.buildingIds), bounds, 'HOURS')
  const scope = scopeOf(ctx, filter, true)
  const { values } = scope
  const inDay = (date: string): string =>
    `(extract(isodow from ${date})::int - 1) * 24 + c.cell / 6 as hour, c.n,
     case when c.cell % 6 > 0 then c.n else 0 end as rated, c.n * (c.cell % 6) as sum, null::numeric as heat`
  const { whole } = scope
  const parts = partsOf(scope, splits, {
    day: whole
      ? `(extract(isodow from d.day)::int - 1) * 24 as hour, 0 as n, 0 as rated, 0 as sum, sum(${hourlyHistogramOf.feedback_day}) as heat`
      : inDay('d.day'),
    ofDay: whole ? 'group by 1' : ofCells,
    month: whole
      ? `0 as hour, 0 as n, 0 as rated, 0 as sum, sum(${hourlyHistogramOf.feedback_month}) as heat`
      : 'c.hour, c.n, c.rated, c.sum, null::numeric as heat',
    ofMonth: whole
      ? ''
      : 'cross join lateral unnest(d.hours, d.counts, d.rated, d.sums) as c (hour, n, rated, sum)',
    dayByHours: inDay('w.date'),
    row: {
      columns: () => 'f.created_at, f.rating',
      list: ({ zone }) => {
        const { offsets, starts } = localTime(zone, bounds[0] ?? 0, bounds.at(-1) ?? 0)
        const local = asLocal('f.created_at', values.add(offsets), values.add(starts))
        return `(extract(isodow from ${local})::int - 1) * 24 + extract(hour from ${local})::int as hour, count(*)::int as n,
          count(f.rating)::int as rated, coalesce(sum(f.rating), 0)::int as sum, null::numeric as heat`
      },
      groupBy: '1',
    },
  })
  if (parts === undefined) return []
  const found = await ctx.run<HourCount & { heat: string | null }>(
    `select hour, sum(n)::bigint as n, sum(rated)::bigint as rated, sum(sum)::bigint as sum, sum(heat)::text as heat from (${parts}) p group by 1`,
    values.list,
  )
  return found.flatMap(({ heat, ...one }) => [
    one,
    ...(heat === null ? [] : readHistogram(heat).map((rest, index) => ({ hour: one.hour + index, ...rest }))),
  ])
}

interface NamedRow {
  bucket: number
  code: string | null
  n: number
  /** JSON objects of counts by code, separated by commas */
  counted: string | null
}

/**
 * A submission counts once for each issue that it names. Counts by code are added up here, because expanding each
 * object in PostgreSQL takes four times as long.
 */
export const countIssues = async (
  ctx: TenantContext,
  { rollupGroups, filter, bounds }: CountInput,
): Promise<IssueCount[]> => {
  const splits = split(coverageOf(rollupGroups, filter.buildingIds), bounds, 'ROWS')
  const scope = scopeOf(ctx, filter, true)
  const ofObjects = 'null::text as code, d.named as n, d.issues::text as counted'
  const parts = partsOf(scope, splits, {
    day: `w.bucket + w.step * (d.day - w.first) as bucket, ${ofObjects}`,
    month: `w.bucket, ${ofObjects}`,
    row: {
      // Rows with equal issues are grouped first, so that each set is expanded once.
      columns: () =>
        `width_bucket(f.created_at, ${momentsOf(scope.values, bounds)}) - 1 as bucket, f.issues, count(*) as n`,
      groups: 'group by 1, 2',
      list: () => 'f.bucket, i.code, sum(f.n)::int as n, null::text as counted',
      apart: `cross join lateral (select null as code where f.issues <> '[]'
        union all select distinct e.value ->> 'code' from jsonb_array_elements(f.issues) e) i`,
      groupBy: '1, 2',
    },
  })
  if (parts === undefined) return []
  const rows = await ctx.run<NamedRow>(
    `select bucket, code, sum(n)::bigint as n, string_agg(counted, ',') as counted from (${parts}) p
     group by bucket, code having sum(n) > 0`,
    scope.values.list,
  )
  return [...Map.groupBy(rows, ({ bucket }) => bucket)].flatMap(([bucket, some]) => {
    const sums = new Map<string | null, number>()
    const add = (code: string | null, n: number): void => void sums.set(code, (sums.get(code) ?? 0) + n)
    for (const { code, n, counted } of some) {
      add(code, n)
      for (const object of JSON.parse(`[${counted ?? ''}]`) as Record<string, number>[])
        for (const [each, times] of Object.entries(object)) add(each, times)
    }
    return [...sums].map(([code, n]) => ({ bucket, code, n }))
  })
}
