/** Attention items for inspections: rounds that wait for somebody, and places that failed. */
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { AttentionWords } from './attention-words.ts'
import {
  countOf,
  dayMs,
  type FoundItems,
  itemsPerGroup,
  type PlaceRow,
  placeOf,
  ranks,
} from './item-parts.ts'

/** Rounds that nobody walked are shown so long. */
const expiredMs = 7 * dayMs
/** Failed inspections are shown so long. */
const failedMs = 3 * dayMs

interface RoundRow {
  id: string
  title: string
  number: number
  state: 'SUBMITTED' | 'DECLINED' | 'EXPIRED' | 'SCHEDULED'
  building_id: string
  building: string
  since: Date
  total: number
}

// Times of mystery visitors are told by the day, so rounds that wait are since they were due.
const roundsText = (
  where: string,
): string => `select r.id, r.title, r.number, r.state, r.building_id, b.name as building,
    coalesce(r.expired_at, r.opens_at) as since, count(*) over () as total
  from round r cross join lateral (select name from building where tenant_id = $1 and id = r.building_id offset 0) b
  where r.tenant_id = $1 and (r.state in ('SUBMITTED', 'DECLINED') or (r.state = 'EXPIRED' and r.expired_at > $2)
    or (r.state = 'SCHEDULED' and r.scout_id is null and r.declined_by <> '{}')) ${where}
  order by since, r.id limit ${itemsPerGroup}`

export const rounds = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
): Promise<FoundItems> => {
  const values = valuesFor(ctx.tenantId)
  values.add(new Date(ctx.now.getTime() - expiredMs))
  const where = conditions(filter, { building: 'r.building_id', amenity: 'null::uuid' }, values)
  const rows = await ctx.run<RoundRow>(roundsText(where), values.list)
  const textOf = {
    SUBMITTED: words.roundSubmitted,
    DECLINED: words.roundDeclined,
    SCHEDULED: words.roundDeclined,
    EXPIRED: words.roundExpired,
  }
  return {
    items: rows.map(({ id, title, number, state, building_id, building, since }) => ({
      kind: 'ROUND',
      id,
      name: `${title} (${number})`,
      ...textOf[state],
      since: since.toISOString(),
      building: { id: building_id, name: building },
      amenity: null,
      rank: ranks.round,
      acts: [],
    })),
    counts: countOf(ranks.round, rows),
  }
}

interface FailedRow extends PlaceRow {
  amenity_id: string
  amenity_name: string
  day: Date
  total: number
}

/** Amenities where a critical question failed, until somebody inspects them again. */
export const failedStops = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
): Promise<FoundItems> => {
  const values = valuesFor(ctx.tenantId)
  values.add(new Date(ctx.now.getTime() - failedMs))
  const where = conditions(filter, { building: 'a.building_id', amenity: 'a.id' }, values)
  const rows = await ctx.run<FailedRow>(
    `select a.id as amenity_id, a.name as amenity_name, a.building_id, b.name as building_name,
       date_trunc('day', last.completed_at at time zone 'UTC') at time zone 'UTC' + interval '12 hours' as day, count(*) over () as total
     from (select distinct on (s.amenity_id) s.amenity_id, s.completed_at, s.critical_failed from round_stop s
       join round r on r.tenant_id = $1 and r.id = s.round_id and r.state in ('SUBMITTED', 'REVIEWED')
       where s.tenant_id = $1 and s.state = 'COMPLETED' and s.completed_at > $2
       order by s.amenity_id, s.completed_at desc) last
     join amenity a on a.tenant_id = $1 and a.id = last.amenity_id and a.archived_at is null
     cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
     where last.critical_failed <> '{}' ${where} order by day, a.id limit ${itemsPerGroup}`,
    values.list,
  )
  return {
    items: rows.map((row) => ({
      kind: 'AMENITY',
      id: row.amenity_id,
      name: row.amenity_name,
      ...words.failedStop,
      since: row.day.toISOString(),
      ...placeOf(row),
      rank: ranks.failedStop,
      acts: ['MAKE_TASK'],
    })),
    counts: countOf(ranks.failedStop, rows),
  }
}
