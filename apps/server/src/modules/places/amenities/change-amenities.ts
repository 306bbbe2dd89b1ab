/** Applies the same changes to one or many amenities; used by update and bulk. */
import { sql } from 'kysely'
import type { TenantContext } from '#server/platform/context.ts'
import { unlessTaken } from '#server/platform/db/unique.ts'
import { notFound } from '#server/platform/errors.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { requireTypes } from '../amenity-types/public.ts'
import { followPlaces } from './follow-place.ts'
import { externalIdTaken } from './insert-amenities.ts'
import { requireLocation } from './require-place.ts'

/** Fields left out stay; null clears them. */
export interface AmenityChanges {
  readonly name?: string
  readonly locationId?: string | null
  readonly type?: string
  readonly accessible?: boolean | null
  readonly openingHours?: string | null
  readonly notes?: string | null
  readonly externalId?: string | null
}

const columns = {
  name: 'name',
  locationId: 'location_id',
  type: 'type',
  accessible: 'accessible',
  openingHours: 'opening_hours',
  notes: 'notes',
  externalId: 'external_id',
} as const
type Field = keyof typeof columns
const fields = Object.keys(columns) as Field[]

/** Locks amenities that are not archived until the commit. @throws ServiceError NOT_FOUND if one is missing */
export const lockAmenities = async (ctx: TenantContext, ids: readonly string[]) => {
  const rows = await ctx.db
    .selectFrom('amenity')
    .selectAll()
    .where(sql<boolean>`amenity.id = any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    // A fixed order, so that two bulk calls do not deadlock.
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
type LockedAmenity = Awaited<ReturnType<typeof lockAmenities>>[number]

/** The value of the column: empty text is null, notes are never null. */
const stored = (field: Field, changes: AmenityChanges): string | boolean | null => {
  const value = changes[field] ?? null
  if (field === 'notes') return value ?? ''
  return value === '' ? null : value
}

/**
 * @param path of the changes in the input
 * @returns ids of those that changed
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, CONFLICT for an external id that is taken
 */
export const changeAmenities = async (
  ctx: TenantContext,
  rows: readonly LockedAmenity[],
  changes: AmenityChanges,
  path: string,
): Promise<string[]> => {
  if (changes.type !== undefined) await requireTypes(ctx, [changes.type], `${path}.type`)
  const locationId = changes.locationId
  if (locationId) {
    const buildings = [...new Set(rows.map(({ building_id }) => building_id))]
    await Promise.all(buildings.map((id) => requireLocation(ctx, id, locationId, `${path}.locationId`)))
  }
  const given = fields.filter((field) => changes[field] !== undefined)
  const changed = rows
    .map((row) => ({
      row,
      changes: given
        .map((field) => ({ field, from: row[columns[field]], to: stored(field, changes) }))
        .filter(({ from, to }) => from !== to),
    }))
    .filter((each) => each.changes.length > 0)
  if (changed.length === 0) return []
  const ids = changed.map(({ row }) => row.id)
  ctx.invalidate('tasks')
  await unlessTaken(
    ctx.db
      .updateTable('amenity')
      .set(Object.fromEntries(given.map((field) => [columns[field], stored(field, changes)])))
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where(sql<boolean>`amenity.id = any(${ids}::uuid[])`)
      .execute(),
    externalIdTaken,
  )
  await emitAll(
    ctx,
    'amenity.updated',
    changed.map(({ row, changes: list }) => ({
      amenityId: row.id,
      buildingId: row.building_id,
      changes: list,
    })),
  )
  await followPlaces(
    ctx,
    changed.map(({ row, changes: list }) => ({ id: row.id, fields: list.map(({ field }) => field) })),
  )
  return ids
}
