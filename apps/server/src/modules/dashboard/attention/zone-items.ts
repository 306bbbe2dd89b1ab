/** Attention items for stored time zones that are not valid; times are presented in UTC until somebody chooses one. */
import type { AttentionAct } from '#contracts/attention.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { zoneIfStored } from '#server/platform/stored-zone.ts'
import { type Filter, isFiltered } from '../filters.ts'
import type { AttentionWords } from './attention-words.ts'
import { countOf, type FoundItem, type FoundItems, itemsPerGroup, nothing, ranks } from './item-parts.ts'

/** Buildings; without a filter also the organisation, schedules and mailings, which have time zones of their own. */
const placesText = `select 'BUILDING' as kind, id, name, time_zone, created_at from building
  where tenant_id = $1 and archived_at is null and ($2::uuid[] is null or id = any($2::uuid[]))`
const organisationText = `select 'ORGANISATION' as kind, id, name, time_zone, created_at from tenant where id = $1`
const schedulesText = `select 'SCHEDULE' as kind, id, name, time_zone, created_at from schedule where tenant_id = $1`
const mailingsText = `select 'MAILING' as kind, id, name, time_zone, created_at from mailing where tenant_id = $1`

interface ZoneRow {
  kind: 'BUILDING' | 'ORGANISATION' | 'SCHEDULE' | 'MAILING'
  id: string
  name: string
  time_zone: string
  created_at: Date
  total: number
}

const itemOf = (
  { kind, id, name, time_zone: zone, created_at }: ZoneRow,
  words: AttentionWords,
): FoundItem => ({
  kind,
  id,
  name,
  ...words.zone(zone),
  since: created_at.toISOString(),
  building: kind === 'BUILDING' ? { id, name } : null,
  amenity: null,
  rank: ranks.zone,
  acts: [],
})

export const zones = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
  may: (act: AttentionAct) => boolean,
): Promise<FoundItems> => {
  if (filter.amenityIds || filter.types) return nothing
  const others = [
    organisationText,
    // Visible to administrators only.
    ...(may('LINK_CODE') ? [schedulesText] : []),
    ...(may('RESUME_MAILING') ? [mailingsText] : []),
  ]
  const from = [placesText, ...(isFiltered(filter) ? [] : others)].join(' union all ')
  const buildings = filter.buildingIds ?? null
  // The database cannot tell which names are valid zones, so it returns the distinct names.
  const stored = await ctx.run<{ time_zone: string }>(`select distinct time_zone from (${from}) z`, [
    ctx.tenantId,
    buildings,
  ])
  const unknownZones = stored.flatMap(({ time_zone: zone }) =>
    zoneIfStored(zone) === undefined ? [zone] : [],
  )
  if (unknownZones.length === 0) return nothing
  const rows = await ctx.run<ZoneRow>(
    `select *, count(*) over () as total from (${from}) z where time_zone = any($3::text[])
     order by created_at, id limit ${itemsPerGroup}`,
    [ctx.tenantId, buildings, unknownZones],
  )
  return { items: rows.map((row) => itemOf(row, words)), counts: countOf(ranks.zone, rows) }
}
