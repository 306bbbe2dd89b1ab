/** The status board: what works and what does not, of many amenities, as visitors may see it. */
import { itemNameFor } from '#contracts/catalogue/names.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { type OperationalState, operationalStates, type ReportState } from '#contracts/records.ts'
import { type BoardEntry, sharedRows } from '#contracts/sharing/view.ts'
import { openReports } from '#contracts/status/open-reports.ts'
import { faults } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/** undefined: no restriction */
export interface BoardPlaces {
  readonly buildingIds: readonly string[] | undefined
  readonly amenityIds: readonly string[] | undefined
  readonly types: readonly string[] | undefined
}

interface Item {
  name: string
  state: OperationalState
  report: ReportState
  since: string
  note: string | null
  expected_end: string | null
}

interface BoardRow {
  amenity: string
  type: string
  building: string
  location: string | null
  level: number | null
  state: OperationalState
  report: ReportState | null
  items: Item[] | null
  total: number
}

const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())

// Open tasks about issues that visitors reported, as on the status page.
const fault = `select case when bool_and(t.status = 'IN_PROGRESS') then 'IN_PROGRESS'
      when max(t.reporter_count) filter (where t.status <> 'IN_PROGRESS') > 1 then 'CONFIRMED' else 'REPORTED' end as report
    from ${faults.openFaults}
    having count(*) > 0`

const text = `with shown as (
    select a.id, a.name, a.type, a.state, a.building_id, a.location_id, count(*) over () as total, y.report,
      array_position($5::text[], a.state) as badness, b.name as building
    from amenity a join building b on b.tenant_id = $1 and b.id = a.building_id and b.archived_at is null
    left join lateral (${fault}) y on true
    where a.tenant_id = $1 and a.archived_at is null
      and ($2::uuid[] is null or a.building_id = any($2::uuid[]))
      and ($3::uuid[] is null or a.id = any($3::uuid[]))
      and ($4::text[] is null or a.type = any($4::text[]))
    order by badness desc, array_position($6::text[], y.report), b.name, a.name, a.id limit ${sharedRows.board})
  select s.name as amenity, s.type, s.building, s.state, s.report, s.total, place.location, place.level,
    (select json_agg(json_build_object('name', i.name, 'state', i.state, 'report', i.report, 'since', i.since,
       'note', i.note, 'expected_end', i.expected_end) order by i.position, i.id)
     from status_item i where i.tenant_id = $1 and i.amenity_id = s.id and i.visible) as items
  from shown s cross join lateral (
    with recursive up as (
      select l.parent_id, l.name, l.kind, l.position, 1 as depth from location l where l.tenant_id = $1 and l.id = s.location_id
      union all
      select l.parent_id, l.name, l.kind, l.position, up.depth + 1 from location l join up on l.id = up.parent_id
      where l.tenant_id = $1 and up.depth < 20
    ) select string_agg(up.name, ', ' order by up.depth desc) as location,
        (array_agg(up.position order by up.depth desc) filter (where up.kind = 'FLOOR'))[1] as level
      from up) place
  order by s.badness desc, array_position($6::text[], s.report), s.building, s.name, s.id`

/** Worst and least hopeful first, then by building and name; at most 500, with the total number. */
export const readBoard = async (
  ctx: TenantContext,
  { buildingIds, amenityIds, types }: BoardPlaces,
  language: VisitorLanguage,
): Promise<{ readonly board: BoardEntry[]; readonly boardCount: number }> => {
  const rows = await ctx.run<BoardRow>(text, [
    ctx.tenantId,
    buildingIds ?? null,
    amenityIds ?? null,
    types ?? null,
    operationalStates,
    openReports,
  ])
  return {
    board: rows.map(({ amenity, type, building, location, level, state, report, items }) => ({
      amenity,
      type,
      building,
      location,
      level,
      state,
      report: report ?? 'OK',
      items: (items ?? []).map((item) => ({
        name: itemNameFor(item.name, language),
        state: item.state,
        report: item.report,
        since: iso(item.since),
        note: item.note,
        expectedEnd: iso(item.expected_end),
      })),
    })),
    boardCount: rows[0]?.total ?? 0,
  }
}
