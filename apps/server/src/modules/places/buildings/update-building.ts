import { isDeepStrictEqual } from 'node:util'
import { updateBuilding } from '#contracts/places/buildings.ts'
import { checkHours } from '#server/modules/settings/public.ts'
import { unlessTaken } from '#server/platform/db/unique.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { zoneToStore } from '#server/platform/stored-zone.ts'
import { contactColumn, externalIdTaken, jsonOrNull } from './building-columns.ts'
import { lockBuilding } from './lock-building.ts'
import { presentBuilding, selectBuildings } from './present-building.ts'

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

export default serve(updateBuilding)(async (ctx, { params, body }) => {
  const row = await lockBuilding(ctx, params.id)
  requireVersion(ctx, row.version)
  const rowOf = () => selectBuildings(ctx).where('building.id', '=', row.id).executeTakeFirstOrThrow()
  auditBefore(ctx, presentBuilding(await rowOf()))
  const hours = body.serviceHours && checkHours(body.serviceHours, 'body.serviceHours')
  const next = {
    name: body.name ?? row.name,
    address: body.address === undefined ? row.address : body.address || null,
    time_zone: zoneToStore(row.time_zone, body.timeZone),
    service_hours: jsonOrNull(hours === undefined ? row.service_hours : hours),
    holidays: JSON.stringify(body.holidays ?? row.holidays),
    contact: body.contact === undefined ? jsonOrNull(row.contact) : contactColumn(body.contact),
    latitude: body.latitude === undefined ? row.latitude : body.latitude,
    longitude: body.longitude === undefined ? row.longitude : body.longitude,
    external_id: body.externalId === undefined ? row.external_id : body.externalId,
    access_note: body.accessNote === undefined ? row.access_note : body.accessNote || null,
    hazard_note: body.hazardNote === undefined ? row.hazard_note : body.hazardNote || null,
  }
  const same = isDeepStrictEqual(
    {
      ...next,
      service_hours: parsed(next.service_hours),
      holidays: parsed(next.holidays),
      contact: parsed(next.contact),
    },
    Object.fromEntries(Object.keys(next).map((column) => [column, row[column as keyof typeof next]])),
  )
  if (!same) {
    ctx.invalidate('tasks')
    // Running SLA clocks use the building's hours.
    if (body.serviceHours !== undefined || body.holidays || body.timeZone)
      await ctx.schedule('sla.follow', '', ctx.now)
    if (body.timeZone) await ctx.schedule('schedule.follow_zone', '', ctx.now)
    const update = ctx.db
      .updateTable('building')
      .set(next)
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .execute()
    await unlessTaken(update, externalIdTaken)
  }
  return presentBuilding(await rowOf())
})
