/** Writes what the file adds or changes, in a fixed number of statements. */
import { insertAmenities, updateAmenities } from '#server/modules/places/amenities/public.ts'
import { insertLocations } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { AuditTarget } from '#server/platform/gate/audit.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { externalIdTaken } from '../building-columns.ts'
import { type AmenityDraft, type BuildingDraft, sameAmenity } from './draft.ts'
import type { Draft } from './load-draft.ts'

const columnsOf = (buildings: readonly BuildingDraft[]): unknown[] => [
  buildings.map(({ id }) => id),
  buildings.map(({ fields }) => fields.name),
  buildings.map(({ fields }) => fields.address),
  buildings.map(({ fields }) => fields.timeZone),
  buildings.map(({ fields }) => fields.latitude),
  buildings.map(({ fields }) => fields.longitude),
  buildings.map(({ fields }) => fields.externalId),
]

const rows = `unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::text[])
  as r (id, name, address, time_zone, latitude, longitude, external_id)`

const insertBuildings = async (ctx: TenantContext, buildings: readonly BuildingDraft[]): Promise<void> => {
  if (buildings.length === 0) return
  await claimQuota(ctx, 'buildings', buildings.length)
  const made = await ctx.run(
    `insert into building (tenant_id, id, name, address, time_zone, latitude, longitude, external_id, created_at)
     select $1, r.id, r.name, r.address, r.time_zone, r.latitude, r.longitude, r.external_id, $9 from ${rows}
     on conflict (tenant_id, external_id) where external_id is not null and archived_at is null do nothing
     returning id`,
    [ctx.tenantId, ...columnsOf(buildings), ctx.now],
  )
  if (made.length < buildings.length) throw conflict(externalIdTaken)
}

const updateBuildings = async (ctx: TenantContext, buildings: readonly BuildingDraft[]): Promise<void> => {
  if (buildings.length === 0) return
  ctx.invalidate('tasks')
  // Running SLA clocks use the building's hours, and schedules its zone.
  if (buildings.some(({ fields, timeZoneBefore }) => fields.timeZone !== timeZoneBefore)) {
    await ctx.schedule('sla.follow', '', ctx.now)
    await ctx.schedule('schedule.follow_zone', '', ctx.now)
  }
  await ctx.run(
    `update building b set name = r.name, address = r.address, time_zone = r.time_zone, latitude = r.latitude,
            longitude = r.longitude, external_id = r.external_id, version = b.version + 1
     from ${rows} where b.tenant_id = $1 and b.id = r.id`,
    [ctx.tenantId, ...columnsOf(buildings)],
  )
}

const amenitiesOf = (draft: Draft): AmenityDraft[] => [
  ...new Set([
    ...draft.buildings.flatMap(({ amenities }) => [...amenities.values()]),
    ...draft.amenitiesByExternalId.values(),
  ]),
]

/** @returns what was created or changed; throws ServiceError PLAN_LIMIT_REACHED, CONFLICT */
export const writeDraft = async (ctx: TenantContext, draft: Draft): Promise<AuditTarget[]> => {
  const used = draft.buildings.filter((building) => building.used)
  const newBuildings = used.filter(({ isNew }) => isNew)
  const changedBuildings = used.filter(({ isNew, changed }) => !isNew && changed)
  const locations = used.flatMap((building) => [...building.locations.values()].filter(({ isNew }) => isNew))
  const amenities = amenitiesOf(draft).filter(({ line }) => line !== undefined)
  const newAmenities = amenities.filter(({ isNew }) => isNew)
  const changedAmenities = amenities.flatMap(({ id, buildingId, before, fields }) =>
    before && !sameAmenity(before, fields) ? [{ id, buildingId, from: before, to: fields }] : [],
  )
  await insertBuildings(ctx, newBuildings)
  await updateBuildings(ctx, changedBuildings)
  await insertLocations(ctx, locations)
  await insertAmenities(
    ctx,
    newAmenities.map(({ id, buildingId, fields, state }) => ({
      id,
      buildingId,
      ...fields,
      ...(state ? { state } : {}),
    })),
  )
  await updateAmenities(ctx, changedAmenities)
  return [
    ...[...newBuildings, ...changedBuildings].map(({ id, fields }) => ({ id, name: fields.name })),
    ...locations.map(({ id, name }) => ({ id, name })),
    ...newAmenities.map(({ id, fields }) => ({ id, name: fields.name })),
    ...changedAmenities.map(({ id, to }) => ({ id, name: to.name })),
  ]
}
