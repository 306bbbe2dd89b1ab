/** Creates one building; used by the form and the wizard. */
import type { Static } from 'typebox'
import type { createBuilding } from '#contracts/places/buildings.ts'
import { checkHours } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { unlessTaken } from '#server/platform/db/unique.ts'
import { conflict } from '#server/platform/errors.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { newId } from '#server/platform/ids.ts'
import { contactColumn, externalIdTaken, jsonOrNull } from './building-columns.ts'

/** @throws ServiceError VALIDATION_ERROR for its hours, CONFLICT, PLAN_LIMIT_REACHED */
export const insertBuilding = async (ctx: StaffContext, body: Static<typeof createBuilding.body>) => {
  const hours = body.serviceHours && checkHours(body.serviceHours, 'body.serviceHours')
  if (body.externalId) {
    const taken = await ctx.db
      .selectFrom('building')
      .select('id')
      .where('external_id', '=', body.externalId)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (taken) throw conflict(externalIdTaken)
  }
  await claimQuota(ctx, 'buildings', 1)
  const insert = ctx.db
    .insertInto('building')
    .values({
      tenant_id: ctx.tenantId,
      id: newId(ctx.now.getTime()),
      name: body.name,
      address: body.address || null,
      time_zone: body.timeZone ?? ctx.tenant.timeZone,
      service_hours: jsonOrNull(hours),
      holidays: JSON.stringify(body.holidays ?? []),
      contact: contactColumn(body.contact),
      latitude: body.latitude ?? null,
      longitude: body.longitude ?? null,
      external_id: body.externalId || null,
      access_note: body.accessNote || null,
      hazard_note: body.hazardNote || null,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return unlessTaken(insert, externalIdTaken)
}
