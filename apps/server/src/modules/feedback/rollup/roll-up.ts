/**
 * Counts ended days of a tenant's buildings, a bounded part in each transaction: first days to recount, then days not
 * yet counted, oldest first. Figures are exact in any case.
 */

import type { CronJob, TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { isoDate, zoneTime } from '#server/platform/zone-time.ts'
import { untilText } from './coverage.ts'
import { writeHourlyHistograms } from './hourly-histogram.ts'
import { closesAfterMs, rollUpKind } from './recount.ts'
import { type DayRange, writeDays, writeMonths } from './write-days.ts'

/** Rows that one transaction reads, except for a single day with more. */
const rowsAtOnce = 20_000
/** New submissions in the current day from which it is worth counting on. */
const openRows = 100
const recountsAtOnce = 1000
const recountedDaysAtOnce = 31
const quarterMs = 15 * 60_000
const dayMs = 24 * 4 * quarterMs
/** How often the current day is counted, by submissions in the last 24 hours. */
const paces = [
  { moreThan: 2000, every: quarterMs },
  { moreThan: 500, every: 4 * quarterMs },
] as const

interface StoredRow {
  id: string
  time_zone: string
  /** how far it is counted, and in which time zone */
  counted_zone: string | null
  until: Date | null
  created_at: Date
}

interface BuildingRow extends Omit<StoredRow, 'time_zone'> {
  readonly zone: string
}

/** Buildings of one time zone that are counted equally far. */
interface BuildingGroup {
  readonly zone: string
  readonly until: number
  readonly buildingIds: readonly string[]
}

const buildingsText = `select b.id, b.time_zone, r.time_zone as counted_zone, ${untilText} as until, b.created_at
  from building b left join feedback_rollup r on r.tenant_id = $1 and r.building_id = b.id where b.tenant_id = $1`

const firstText = `select building_id, min(created_at) as at from feedback
  where tenant_id = $1 and created_at < $3 and building_id = any($2::uuid[]) group by building_id`

const startText = `insert into feedback_rollup (tenant_id, building_id, time_zone, until)
  select $1, * from unnest($2::uuid[], $3::text[], $4::timestamptz[])
  on conflict (tenant_id, building_id) do update set time_zone = excluded.time_zone, until = excluded.until, open_until = null`

const advanceText =
  'update feedback_rollup set until = $3 where tenant_id = $1 and building_id = any($2::uuid[])'

/** New buildings, and those with a new time zone, start before their first submission. */
const startBuildings = async (ctx: TenantContext, fresh: readonly BuildingRow[]): Promise<void> => {
  const ids = fresh.map(({ id }) => id)
  const moved = fresh.flatMap(({ id, counted_zone }) => (counted_zone === null ? [] : [id]))
  await ctx.run('delete from feedback_day where tenant_id = $1 and building_id = any($2::uuid[])', [
    ctx.tenantId,
    moved,
  ])
  await ctx.run('delete from feedback_month where tenant_id = $1 and building_id = any($2::uuid[])', [
    ctx.tenantId,
    moved,
  ])
  const before = new Date(Math.max(...fresh.map(({ created_at: at }) => at.getTime())))
  const known = await ctx.run<{ building_id: string; at: Date }>(firstText, [ctx.tenantId, ids, before])
  const firstOf = new Map(known.map(({ building_id, at }) => [building_id, at.getTime()]))
  const untils = fresh.map(({ id, zone, created_at: at }) => {
    const clock = zoneTime(zone)
    return new Date(clock.startOf(clock.dateAt(Math.min(firstOf.get(id) ?? Infinity, at.getTime()))))
  })
  await ctx.run(startText, [ctx.tenantId, ids, fresh.map(({ zone }) => zone), untils])
}

const selectBuildings = async (ctx: TenantContext): Promise<BuildingRow[]> => {
  const rows = await ctx.run<StoredRow>(buildingsText, [ctx.tenantId])
  return rows.map(({ time_zone, counted_zone, ...row }) => ({
    ...row,
    zone: storedZone(time_zone),
    counted_zone: counted_zone === null ? null : storedZone(counted_zone),
  }))
}

const readBuildings = async (ctx: TenantContext): Promise<BuildingRow[]> => {
  // Two workers must not count the same days.
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 65))', [
    `feedback.roll_up ${ctx.tenantId}`,
  ])
  const rows = await selectBuildings(ctx)
  const fresh = rows.filter(({ zone, counted_zone }) => zone !== counted_zone)
  if (fresh.length === 0) return rows
  await startBuildings(ctx, fresh)
  return selectBuildings(ctx)
}

const buildingGroupsOf = (rows: readonly BuildingRow[]): BuildingGroup[] =>
  [...Map.groupBy(rows, ({ zone, until }) => `${zone} ${until?.getTime()}`).values()].flatMap((alike) => {
    const [first] = alike
    return first?.until
      ? [{ zone: first.zone, until: first.until.getTime(), buildingIds: alike.map(({ id }) => id) }]
      : []
  })

/** First days of the fully counted months that contain the days. */
const monthsOf = (zone: string, ranges: readonly DayRange[], until: number): string[] => {
  const months = new Set<string>()
  for (const { from, to } of ranges)
    for (let date = from; date < to; date++) months.add(`${isoDate(date).slice(0, 7)}-01`)
  return [...months].filter((month) => {
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1))
    return zoneTime(zone).startOf(next.getTime() / dayMs) <= until
  })
}

interface RecountRequest {
  building_id: string
  quarter: Date
}

/** @returns whether it counted anything */
const recountDays = async (ctx: TenantContext, buildingGroup: BuildingGroup): Promise<boolean> => {
  const { zone, until, buildingIds } = buildingGroup
  const requests = await ctx.run<RecountRequest>(
    `select building_id, quarter from feedback_recount where tenant_id = $1 and building_id = any($2::uuid[]) and quarter < $3
     order by building_id, quarter limit ${recountsAtOnce}`,
    [ctx.tenantId, buildingIds, new Date(until)],
  )
  if (requests.length === 0) return false
  const clock = zoneTime(zone)
  const days = new Set(requests.map(({ quarter }) => clock.dateAt(quarter.getTime())))
  const ranges = [...days].slice(0, recountedDaysAtOnce).map((date) => ({ from: date, to: date + 1 }))
  const touched = [...new Set(requests.map(({ building_id: id }) => id))]
  await writeDays(ctx, zone, touched, ranges, until)
  await writeMonths(ctx, touched, monthsOf(zone, ranges, until))
  return true
}

/** @returns whether it counted anything */
const countNextDays = async (
  ctx: TenantContext,
  { zone, until, buildingIds }: BuildingGroup,
): Promise<boolean> => {
  const clock = zoneTime(zone)
  const closed = clock.dateAt(ctx.now.getTime() - closesAfterMs)
  if (clock.startOf(closed) <= until) return false
  const [last] = await ctx.run<{ created_at: Date }>(
    'select created_at from feedback where tenant_id = $1 and created_at >= $2 order by created_at, id offset $3 limit 1',
    [ctx.tenantId, new Date(until), rowsAtOnce],
  )
  const from = clock.dateAt(until)
  const full = last ? clock.dateAt(last.created_at.getTime()) : Infinity
  const to = Math.min(closed, Math.max(from + 1, full))
  const reached = clock.startOf(to)
  const ranges = [{ from, to }]
  await writeDays(ctx, zone, buildingIds, ranges, reached)
  await ctx.run(advanceText, [ctx.tenantId, buildingIds, new Date(reached)])
  await writeMonths(ctx, buildingIds, monthsOf(zone, ranges, reached))
  return true
}

const openText = `update feedback_rollup set open_until = $3, open_zone = time_zone
  where tenant_id = $1 and building_id = any($2::uuid[])`

/** Counts the current day up to the last complete quarter of an hour. @returns whether it counted anything */
const countCurrentDay = async (
  ctx: TenantContext,
  { zone, until, buildingIds }: BuildingGroup,
  atLeast: number,
): Promise<boolean> => {
  const reached = Math.floor((ctx.now.getTime() - closesAfterMs) / quarterMs) * quarterMs
  const date = zoneTime(zone).dateAt(until)
  const [enough] = await ctx.run(
    'select 1 from feedback where tenant_id = $1 and created_at >= $2 and created_at < $3 order by created_at, id offset $4 limit 1',
    [ctx.tenantId, new Date(until), new Date(reached), atLeast],
  )
  if (!enough) return false
  await writeDays(ctx, zone, buildingIds, [{ from: date, to: date + 1 }], reached)
  await ctx.run(openText, [ctx.tenantId, buildingIds, new Date(reached)])
  return true
}

/**
 * Counts one bounded part. @param atLeast new rows from which the current day is counted @returns whether there may
 * be more
 */
export const rollUp = async (ctx: TenantContext, atLeast = openRows): Promise<boolean> => {
  const buildingGroups = buildingGroupsOf(await readBuildings(ctx)).sort((a, b) => a.until - b.until)
  for (const buildingGroup of buildingGroups)
    if (
      (await recountDays(ctx, buildingGroup)) ||
      (await countNextDays(ctx, buildingGroup)) ||
      (await countCurrentDay(ctx, buildingGroup, atLeast))
    )
      return true
  return writeHourlyHistograms(ctx)
}

const recentText = `select count(*) as n from (
    select from feedback where tenant_id = $1 and created_at >= $2 order by created_at, id limit $3) f`

/** Schedules the rest at once, and for busy tenants the next part of the current day. */
export const rollUpDue = async (ctx: TenantContext): Promise<void> => {
  ctx.skipInvalidation()
  if (await rollUp(ctx)) {
    await ctx.schedule(rollUpKind, 'more', ctx.now)
    return
  }
  const now = ctx.now.getTime()
  const [recent] = await ctx.run<{ n: number }>(recentText, [
    ctx.tenantId,
    new Date(now - dayMs),
    paces[0].moreThan + 1,
  ])
  const pace = paces.find(({ moreThan }) => (recent?.n ?? 0) > moreThan)
  if (!pace) return
  const reached = Math.floor((now - closesAfterMs) / pace.every) * pace.every
  await ctx.schedule(rollUpKind, 'open', new Date(reached + pace.every + closesAfterMs))
}

/** Catches up on days that nothing scheduled, for example after a change of a building's time zone. */
export const rollup: CronJob = {
  name: 'rollup',
  cron: '47 4 * * *',
  run: (_platform, forEachTenant) =>
    forEachTenant((ctx) => {
      ctx.skipInvalidation()
      return rollUp(ctx)
    }),
}
