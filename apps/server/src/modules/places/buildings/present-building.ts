/** A building's row as the API returns it. */

import type { Selectable } from 'kysely'
import type { Building } from '#contracts/places/buildings.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Building as BuildingTable } from '#server/platform/db/tables.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

export interface BuildingRow extends Selectable<BuildingTable> {
  amenities: number
  open_tasks: number
}

/** Rows of buildings with their counts; the caller adds filters and order. */
export const selectBuildings = (ctx: TenantContext) =>
  ctx.db
    .selectFrom('building')
    .selectAll('building')
    .select((eb) => [
      eb
        .selectFrom('amenity')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('amenity.building_id', '=', 'building.id')
        .where('amenity.archived_at', 'is', null)
        .as('amenities'),
      eb
        .selectFrom('task')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('task.building_id', '=', 'building.id')
        .where('task.status', 'in', ['OPEN', 'IN_PROGRESS'])
        .where('task.merged_into', 'is', null)
        .as('open_tasks'),
    ])

export const presentBuilding = (
  row: Omit<BuildingRow, 'amenities' | 'open_tasks'> & {
    amenities: number | null
    open_tasks: number | null
  },
): Building => ({
  id: row.id,
  name: row.name,
  address: row.address,
  timeZone: storedZone(row.time_zone),
  serviceHours: row.service_hours as Building['serviceHours'],
  holidays: row.holidays as Building['holidays'],
  contact: row.contact as Building['contact'],
  latitude: row.latitude,
  longitude: row.longitude,
  externalId: row.external_id,
  accessNote: row.access_note,
  hazardNote: row.hazard_note,
  counts: { amenities: row.amenities ?? 0, openTasks: row.open_tasks ?? 0 },
  createdAt: row.created_at.toISOString(),
  archivedAt: row.archived_at?.toISOString() ?? null,
  version: row.version,
})
