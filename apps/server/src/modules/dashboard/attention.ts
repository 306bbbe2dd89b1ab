/** What somebody should look at now, the most urgent first, each with a reason and what to do about it. */

import { issueDefaults } from '#contracts/catalogue/amenity-types.ts'
import type { Overview } from '#contracts/dashboard.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { rejectedAt } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { countRatings, type RatingCount } from './figures/count.ts'
import type { Figures } from './figures/open-figures.ts'
import { meanOf, totalOf } from './figures/statistics.ts'
import { conditions, type Filter, isFiltered, valuesFor } from './filters.ts'
import { type OverviewWords, overviewWords } from './overview-texts.ts'

type Item = Overview['attention'][number]

interface Ranked extends Item {
  /** 1 is the most urgent */
  readonly rank: number
}

const atMost = 20
const hourMs = 3600_000
const dayMs = 24 * hourMs

interface TaskRow {
  id: string
  number: number
  title: string
  rank: number
  since: Date
  reporter_count: number
  building_id: string | null
  building_name: string | null
}

const ranks = {
  danger: 1,
  rejected: 2,
  urgent: 3,
  overdue: 4,
  unassigned: 5,
  outOfOrder: 6,
  fallen: 7,
  reporters: 8,
  sticker: 9,
} as const

const dangers = Object.entries(issueDefaults).flatMap(([code, { safety }]) => (safety ? [code] : []))

const buildingOf = (row: { building_id: string | null; building_name: string | null }): Item['building'] =>
  row.building_id === null ? null : { id: row.building_id, name: row.building_name ?? '' }

const callOf = (
  { rank, reporter_count: reporters }: TaskRow,
  words: OverviewWords,
): Pick<Item, 'reason' | 'suggestion'> => {
  switch (rank) {
    case ranks.danger:
      return words.danger
    case ranks.rejected:
      return words.rejected
    case ranks.urgent:
      return words.urgent
    case ranks.overdue:
      return words.overdue
    case ranks.unassigned:
      return words.unassigned
    default:
      return words.reporters(reporters)
  }
}

/** A task appears once, for its most urgent reason. */
const tasks = async (ctx: TenantContext, filter: Filter, words: OverviewWords): Promise<Ranked[]> => {
  const values = valuesFor(ctx.tenantId)
  const now = values.add(ctx.now)
  const hourAgo = values.add(new Date(ctx.now.getTime() - hourMs))
  const danger = `${values.add(dangers)}::text[]`
  const rows = await ctx.run<TaskRow>(
    `select id, number, title, reporter_count, building_id, building_name, rank,
         case when rank = ${ranks.rejected} then rejected_at
              when rank > ${ranks.urgent} and due_at < ${now} then due_at else created_at end as since
     from (
       select t.id, t.number, t.title, t.reporter_count, t.building_id, b.name as building_name, t.due_at, t.created_at,
         ${rejectedAt} as rejected_at,
         case when t.priority = 'URGENT' and t.category = any(${danger}) then ${ranks.danger}
              when t.verification = 'REJECTED' then ${ranks.rejected}
              when t.priority = 'URGENT' then ${ranks.urgent}
              when t.due_at < ${now} then ${ranks.overdue}
              when t.assignee_id is null and t.status = 'OPEN' and t.created_at < ${hourAgo} then ${ranks.unassigned}
              when t.reporter_count >= 3 then ${ranks.reporters} end as rank
       from task t left join building b on b.tenant_id = $1 and b.id = t.building_id
       where t.tenant_id = $1 and t.merged_into is null and t.status in ('OPEN', 'IN_PROGRESS')
         ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}
     ) ranked where rank is not null order by rank, since, id limit ${atMost}`,
    values.list,
  )
  return rows.map((row) => ({
    kind: 'TASK',
    id: row.id,
    name: `#${row.number} ${row.title}`,
    ...callOf(row, words),
    since: row.since.toISOString(),
    building: buildingOf(row),
    rank: row.rank,
  }))
}

interface PlaceRow {
  kind: 'AMENITY' | 'QR_CODE'
  id: string
  name: string
  since: Date
  building_id: string | null
  building_name: string | null
}

/** Amenities out of order; without a filter also stickers that visitors scan though they lead nowhere. */
const places = async (ctx: TenantContext, filter: Filter, words: OverviewWords): Promise<Ranked[]> => {
  const values = valuesFor(ctx.tenantId)
  const stickers = isFiltered(filter)
    ? ''
    : `union all (select 'QR_CODE', q.code, q.code, q.last_scan_at, null, null from qr_code q
       where q.tenant_id = $1 and q.amenity_id is null and q.retired_at is null
         and q.last_scan_at > ${values.add(new Date(ctx.now.getTime() - 30 * dayMs))}
       order by q.last_scan_at desc limit ${atMost})`
  const rows = await ctx.run<PlaceRow>(
    `(select 'AMENITY' as kind, a.id::text as id, a.name,
        coalesce((select min(i.since) from status_item i
                  where i.tenant_id = $1 and i.amenity_id = a.id and i.visible and i.state = 'OUT_OF_ORDER'), a.created_at) as since,
        a.building_id, b.name as building_name
      from amenity a join building b on b.tenant_id = $1 and b.id = a.building_id
      where a.tenant_id = $1 and a.archived_at is null and a.state = 'OUT_OF_ORDER'
        ${conditions(filter, { building: 'a.building_id', amenity: 'a.id' }, values)}
      order by since, a.id limit ${atMost})
     ${stickers}`,
    values.list,
  )
  return rows.map(({ kind, id, name, since, ...building }) => ({
    kind,
    id,
    name,
    since: since.toISOString(),
    building: buildingOf(building),
    ...(kind === 'AMENITY'
      ? { rank: ranks.outOfOrder, ...words.outOfOrder }
      : { rank: ranks.sticker, ...words.sticker }),
  }))
}

interface FallenRow {
  id: string
  name: string
  building_id: string
  building_name: string
}

const fallsFrom = 0.7
const ratingsAtLeast = 5

/** Five ratings or more in each: a single bad day of a quiet place is no news. */
const fallen = async (
  ctx: TenantContext,
  { cohorts, filter }: Figures,
  words: OverviewWords,
): Promise<Ranked[]> => {
  const now = ctx.now.getTime()
  const weekAgo = now - 7 * dayMs
  const bounds = [now - 35 * dayMs, weekAgo, now + dayMs]
  const rows = await countRatings(ctx, { cohorts, filter, bounds }, 'amenity')
  const of = (some: readonly RatingCount[], bucket: number): number | undefined => {
    const tally = totalOf(some.filter((row) => row.bucket === bucket))
    return tally.rated >= ratingsAtLeast ? (meanOf(tally) ?? undefined) : undefined
  }
  const falls = [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, some]) => {
    const [earlier, recent] = [of(some, 0), of(some, 1)]
    if (key === null || earlier === undefined || recent === undefined) return []
    return earlier - recent >= fallsFrom ? [{ key, earlier, recent }] : []
  })
  if (falls.length === 0) return []
  const amenities = await ctx.run<FallenRow>(
    `select a.id, a.name, a.building_id, b.name as building_name from amenity a
     cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
     where a.tenant_id = $1 and a.archived_at is null and a.id = any($2::uuid[])`,
    [ctx.tenantId, falls.map(({ key }) => key)],
  )
  const byId = new Map(amenities.map((row) => [row.id, row]))
  return falls
    .sort((a, b) => b.earlier - b.recent - (a.earlier - a.recent) || (a.key < b.key ? -1 : 1))
    .flatMap(({ key, earlier, recent }): Ranked[] => {
      const row = byId.get(key)
      if (!row) return []
      return [
        {
          kind: 'AMENITY',
          id: row.id,
          name: row.name,
          ...words.fallen(earlier, recent),
          since: new Date(weekAgo).toISOString(),
          building: buildingOf(row),
          rank: ranks.fallen,
        },
      ]
    })
    .slice(0, atMost)
}

/** At most 20; of the same urgency the longest waiting first. */
export const attentionList = async (
  ctx: TenantContext,
  figures: Figures,
  language: VisitorLanguage,
): Promise<Item[]> => {
  const { filter } = figures
  const words = overviewWords(language)
  const found = await Promise.all([
    tasks(ctx, filter, words),
    places(ctx, filter, words),
    fallen(ctx, figures, words),
  ])
  return found
    .flat()
    .sort(
      (a, b) => a.rank - b.rank || (a.since < b.since ? -1 : a.since > b.since ? 1 : a.id < b.id ? -1 : 1),
    )
    .slice(0, atMost)
    .map(({ rank: _rank, ...item }) => item)
}
