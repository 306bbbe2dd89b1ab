/** Attention items for amenities that are out of order or rated worse than before. */
import type { TenantContext } from '#server/platform/context.ts'
import { zoneTime } from '#server/platform/zone-time.ts'
import { countRatings, type RatingCount } from '../figures/count.ts'
import type { Figures } from '../figures/open-figures.ts'
import { meanOf, totalOf } from '../figures/statistics.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { Period } from '../period.ts'
import type { AttentionWords } from './attention-words.ts'
import {
  countOf,
  dayMs,
  type FoundItems,
  itemsPerGroup,
  nothing,
  type PlaceRow,
  placeOf,
  ranks,
} from './item-parts.ts'

interface OutRow extends PlaceRow {
  amenity_id: string
  amenity_name: string
  item_id: string | null
  since: Date
  total: number
}

/** An amenity with an assigned open task is left out. */
export const outOfOrder = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
): Promise<FoundItems> => {
  const values = valuesFor(ctx.tenantId)
  const rows = await ctx.run<OutRow>(
    `select a.id as amenity_id, a.name as amenity_name, a.building_id, b.name as building_name, i.id as item_id,
       coalesce(i.since, a.created_at) as since, count(*) over () as total
     from amenity a
     cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
     left join lateral (select i.id, i.since from status_item i
       where i.tenant_id = $1 and i.amenity_id = a.id and i.visible and i.state = 'OUT_OF_ORDER'
       order by i.since, i.id limit 1) i on true
     where a.tenant_id = $1 and a.archived_at is null and a.state = 'OUT_OF_ORDER'
       and (exists (select from task t where t.tenant_id = $1 and t.amenity_id = a.id and t.merged_into is null
         and t.status in ('OPEN', 'IN_PROGRESS') and t.assignee_id is not null)) is false
       ${conditions(filter, { building: 'a.building_id', amenity: 'a.id' }, values)}
     order by since, a.id limit ${itemsPerGroup}`,
    values.list,
  )
  return {
    items: rows.map((row) => ({
      kind: 'AMENITY',
      id: row.amenity_id,
      name: row.amenity_name,
      ...words.outOfOrder,
      since: row.since.toISOString(),
      ...placeOf(row),
      rank: ranks.outOfOrder,
      acts: row.item_id === null ? ['MAKE_TASK'] : ['MAKE_TASK', 'WORKS_AGAIN'],
      subjectId: row.item_id,
    })),
    counts: countOf(ranks.outOfOrder, rows),
  }
}

/**
 * Drop of the mean rating in a week, in points, from which an item is shown; and the smaller drop at which a shown
 * item disappears.
 */
const fallsFrom = 0.7
const betterBelow = 0.35
/** Required in each of the compared spans, so that one bad day of a quiet amenity does not count. */
const ratingsAtLeast = 5

interface RatingDrop {
  readonly key: string
  readonly earlier: number
  readonly recent: number
  /** the earlier weeks were as bad */
  readonly still: boolean
}

/** Bounds of buckets of whole days, as days ago: 63 to 36, 35 to 8, the seventh, the six days after it, today. */
const boundsAt = (now: number, { timeZone }: Period): number[] => {
  const clock = zoneTime(timeZone)
  return [63, 35, 7, 6, 0, -1].map((days) => clock.startOf(clock.dateAt(now) - days))
}

const ratingDropOf = (key: string, rows: readonly RatingCount[]): RatingDrop | undefined => {
  const mean = (...buckets: number[]): number | undefined => {
    const tally = totalOf(rows.filter(({ bucket }) => buckets.includes(bucket)))
    return tally.rated >= ratingsAtLeast ? (meanOf(tally) ?? undefined) : undefined
  }
  const [older, before] = [mean(0), mean(1, 2)]
  const earlier = older === undefined && before === undefined ? undefined : Math.max(older ?? 1, before ?? 1)
  if (earlier === undefined) return undefined
  const [now, yesterday] = [mean(3, 4), mean(2, 3)]
  const recent = now ?? yesterday
  if (recent === undefined) return undefined
  // Hysteresis: a few ratings of today, or none, do not make an item of yesterday disappear.
  const wasBad = yesterday !== undefined && earlier - yesterday >= fallsFrom
  if (earlier - recent < (wasBad ? betterBelow : fallsFrom)) return undefined
  return { key, earlier, recent, still: before !== undefined && earlier - before >= betterBelow }
}

interface RatingDropRow extends PlaceRow {
  amenity_id: string
  amenity_name: string
}

/** Shown until ratings are better, or a person created a task without an issue to look into it. */
export const ratingDrops = async (
  ctx: TenantContext,
  { rollupGroups, filter, period }: Figures,
  words: AttentionWords,
): Promise<FoundItems> => {
  const now = ctx.now.getTime()
  const rows = await countRatings(ctx, { rollupGroups, filter, bounds: boundsAt(now, period) }, 'amenity')
  const falls = [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, some]) =>
    key === null ? [] : (ratingDropOf(key, some) ?? []),
  )
  if (falls.length === 0) return nothing
  const weekAgo = new Date(now - 7 * dayMs)
  const amenities = await ctx.run<RatingDropRow>(
    `select a.id as amenity_id, a.name as amenity_name, a.building_id, b.name as building_name
     from unnest($2::uuid[]) as f (id)
     cross join lateral (select * from amenity where tenant_id = $1 and id = f.id and archived_at is null offset 0) a
     cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
     where (exists (select from task t where t.tenant_id = $1 and t.amenity_id = a.id and t.merged_into is null
       and t.status in ('OPEN', 'IN_PROGRESS') and t.source = 'MANUAL' and t.category is null and t.created_at > $3)) is false`,
    [ctx.tenantId, falls.map(({ key }) => key), weekAgo],
  )
  const byId = new Map(amenities.map((row) => [row.amenity_id, row]))
  const called = falls
    .sort((a, b) => b.earlier - b.recent - (a.earlier - a.recent) || (a.key < b.key ? -1 : 1))
    .flatMap((fall) => {
      const row = byId.get(fall.key)
      return row ? [{ fall, row }] : []
    })
  return {
    items: called.slice(0, itemsPerGroup).map(({ fall: { earlier, recent, still }, row }) => ({
      kind: 'AMENITY',
      id: row.amenity_id,
      name: row.amenity_name,
      ...(still ? words.stillLow : words.fallen)(earlier, recent),
      since: weekAgo.toISOString(),
      ...placeOf(row),
      rank: ranks.fallen,
      acts: ['MAKE_TASK'],
    })),
    counts: called.length > 0 ? [{ rank: ranks.fallen, n: called.length }] : [],
  }
}
