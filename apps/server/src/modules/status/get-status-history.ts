import { getStatusHistory } from '#contracts/status.ts'
import { findPlace, offeredLanguage } from '#server/modules/feedback/public.ts'
import { amenityByQrCode } from '#server/modules/places/lookup/public.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentClosures, presentIncidents, readItems, readTimeline } from './read-timeline.ts'

const dayCount = 90
const mostIncidents = 200

export default serve(getStatusHistory)(async (ctx, { params, query }) => {
  const place = await findPlace(ctx, params.qrCode)
  return ctx.inTenant(place.tenantId, 'read', async (tenant) => {
    const [amenity, items, settings] = await Promise.all([
      amenityByQrCode(tenant, place.code),
      readItems(tenant, place.amenityId),
      readSettings(tenant),
    ])
    const { itemId } = query
    const language = offeredLanguage(query.language, settings.visitorLanguages)
    if (itemId !== undefined && !items.some(({ id, visible }) => visible && id === itemId)) throw notFound()
    const zone = amenity.building.timeZone
    const { days, availability, incidents, closures } = await readTimeline(tenant, {
      amenityId: amenity.id,
      items,
      itemId,
      zone,
      days: dayCount,
    })
    return {
      timeZone: zone,
      from: days[0]?.date ?? '',
      to: days.at(-1)?.date ?? '',
      availability,
      days,
      incidents: await presentIncidents(tenant, incidents.slice(-mostIncidents).reverse(), items, language),
      closures: presentClosures(closures.slice(-mostIncidents).reverse(), items, language),
    }
  })
})
