/** A round that a scout plans, walked by that scout. */
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { amenitiesById, amenitiesInReach, readContents } from '#server/modules/scout/sites/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'

const dayMs = 86_400_000

interface ExtraRound {
  readonly buildingId: string
  readonly templateId: string
  readonly amenityIds: readonly string[]
  readonly title?: string | undefined
}

const templateText =
  "select version from inspection_template where tenant_id = $1 and id = $2 and state = 'PUBLISHED' for share"

const insertText = `with counter as (
    insert into tenant_counter (tenant_id, name, value) values ($1, 'round', 1)
    on conflict (tenant_id, name) do update set value = tenant_counter.value + 1 returning value
  ) insert into round (tenant_id, id, number, title, state, building_id, scout_id, extra, opens_at, due_by, stop_count,
      assigned_at, created_at, changed_at)
  select $1, $2, counter.value, $3, 'ACCEPTED', $4, $5, true, $6, $7, $8, $6, $6, $6 from counter
  returning 1`

const stopsText = `insert into round_stop (tenant_id, id, round_id, position, amenity_id, template_id, changed_at)
  select $1, s.id, $2, s.place - 1, s.amenity_id, $5, $6
  from unnest($3::uuid[], $4::uuid[]) with ordinality as s (id, amenity_id, place)
  returning 1`

/** @throws ServiceError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR */
export const createExtra = async (
  ctx: TenantContext,
  scout: OwnScout,
  { buildingId, templateId, amenityIds, title }: ExtraRound,
): Promise<string> => {
  if (!scout.extra_rounds) throw forbidden('You may not plan rounds of your own')
  if (!scout.building_ids.includes(buildingId)) throw notFound()
  const reach = { building_ids: [buildingId], types: scout.types }
  const [reached, amenities, [template]] = await Promise.all([
    amenitiesInReach(ctx, reach, amenityIds),
    amenitiesById(ctx, amenityIds),
    ctx.run<{ version: number }>(templateText, [ctx.tenantId, templateId]),
  ])
  if (!template || amenityIds.some((id) => !reached.has(id))) throw notFound()
  const [found] = await readContents(ctx, [{ id: templateId, version: template.version }])
  if (!found) throw notFound()
  const { types, name } = found.content
  const wrong = amenityIds.findIndex(
    (id) => types.length > 0 && !types.includes(amenities.get(id)?.type ?? ''),
  )
  if (wrong !== -1)
    throw invalid(`body.amenityIds.${wrong}`, 'the checklist is not for amenities of this type')
  const id = newId(ctx.now.getTime())
  await ctx.run(insertText, [
    ctx.tenantId,
    id,
    title ?? name,
    buildingId,
    scout.id,
    ctx.now,
    new Date(ctx.now.getTime() + dayMs),
    amenityIds.length,
  ])
  await ctx.run(stopsText, [
    ctx.tenantId,
    id,
    amenityIds.map(() => newId(ctx.now.getTime())),
    amenityIds,
    templateId,
    ctx.now,
  ])
  await ctx.schedule('round.expires', id, new Date(ctx.now.getTime() + dayMs))
  return id
}
