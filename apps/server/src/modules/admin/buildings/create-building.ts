import { createBuilding } from '#contracts/admin/buildings.ts'
import { conflict } from '#server/platform/errors.ts'
import { claimPlaces } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { presentBuilding } from './present-building.ts'

const jsonOrNull = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

export default serve(createBuilding)(async (ctx, { body }) => {
  await claimPlaces(ctx, 'buildings', 1)
  if (body.externalId) {
    const taken = await ctx.db.selectFrom('building').select('id').where('external_id', '=', body.externalId).executeTakeFirst()
    if (taken) throw conflict('Another building has this external id')
  }
  const row = await ctx.db
    .insertInto('building')
    .values({
      tenant_id: ctx.tenantId,
      id: newId(ctx.now.getTime()),
      name: body.name,
      address: body.address ?? null,
      time_zone: body.timeZone ?? ctx.tenant.timeZone,
      service_hours: jsonOrNull(body.serviceHours),
      holidays: JSON.stringify(body.holidays ?? []),
      contact: body.contact ? JSON.stringify({ name: null, phone: null, email: null, ...body.contact }) : null,
      latitude: body.latitude ?? null,
      longitude: body.longitude ?? null,
      external_id: body.externalId ?? null,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentBuilding({ ...row, amenities: 0, open_tasks: 0 })
})
