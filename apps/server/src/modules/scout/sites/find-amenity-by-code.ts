import { readQrCode } from '#contracts/qr-code.ts'
import { findAmenityByCode } from '#contracts/scout/phone/places.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { amenitiesById, amenitiesInReach } from './read-places.ts'

const codeText = `select amenity_id from qr_code
  where tenant_id = $1 and code = $2 and retired_at is null and amenity_id is not null`

// The stop still to be done comes before one that is.
const stopText = `select r.id, s.id as "stopId" from round r join round_stop s on s.tenant_id = $1 and s.round_id = r.id
  where r.tenant_id = $1 and r.scout_id = $2 and r.state in ('IN_PROGRESS', 'PAUSED') and s.amenity_id = $3
  order by s.completed_at is not null, r.due_by, s.position limit 1`

export default serve(findAmenityByCode)(async (ctx, { params }) => {
  const code = readQrCode(params.qrCode)
  const scout = await readScout(ctx)
  const [found] =
    code === undefined ? [] : await ctx.run<{ amenity_id: string }>(codeText, [ctx.tenantId, code])
  const id = found?.amenity_id
  if (id === undefined || !(await amenitiesInReach(ctx, scout, [id])).has(id)) throw notFound()
  const [amenities, [round]] = await Promise.all([
    amenitiesById(ctx, [id]),
    ctx.run<{ id: string; stopId: string }>(stopText, [ctx.tenantId, scout.id, id]),
  ])
  const amenity = amenities.get(id)
  if (!amenity) throw notFound()
  return { amenity, round: round ?? null }
})
