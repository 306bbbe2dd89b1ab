import { getStatus } from '#contracts/status.ts'
import { alternativesTo, findPlace, offeredLanguage } from '#server/modules/feedback/public.ts'
import { typeForVisitors } from '#server/modules/places/amenity-types/public.ts'
import { amenityByQrCode } from '#server/modules/places/lookup/public.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { nextCheck } from './next-check.ts'
import { presentPublicItem, withFaults } from './present-item.ts'
import { presentIncidents, readItems, readTimeline } from './read-timeline.ts'
import { worstState } from './worst-state.ts'

const days = 30

export default serve(getStatus)(async (ctx, { params, query }) => {
  const place = await findPlace(ctx, params.qrCode)
  return ctx.inTenant(place.tenantId, 'read', async (tenant) => {
    const [amenity, settings, items] = await Promise.all([
      amenityByQrCode(tenant, place.code),
      readSettings(tenant),
      readItems(tenant, place.amenityId),
    ])
    const languages = settings.visitorLanguages
    const language = offeredLanguage(query.language, languages)
    const { id: amenityId, building, locationId, type: code } = amenity
    const [type, alternatives, timeline, next] = await Promise.all([
      typeForVisitors(tenant, code, language, languages[0]),
      alternativesTo(tenant, { amenityId, buildingId: building.id, locationId, type: code }),
      readTimeline(tenant, { amenityId, items, itemId: undefined, zone: building.timeZone, days }),
      nextCheck(tenant, amenityId),
    ])
    const open = timeline.incidents.filter(({ endedAt }) => endedAt === null)
    const visible = items.filter((item) => item.visible)
    const changed = Math.max(
      ...visible.flatMap(({ since, last_report_at, working_said_at }) =>
        [since, last_report_at, working_said_at].map((at) => at?.getTime() ?? 0),
      ),
      ...[...timeline.faults, ...timeline.incidents].map(({ changedAt }) => changedAt.getTime()),
    )
    const incidents = await presentIncidents(tenant, open, items, language)
    const faults = timeline.faults.filter(({ endedAt }) => endedAt === null)
    const shown = visible.map((item) =>
      withFaults(
        presentPublicItem(item, language),
        faults.filter(({ itemId }) => itemId === item.id),
        incidents.filter(({ itemId }) => itemId === item.id),
      ),
    )
    const state = worstState([amenity.state, ...shown.map((item) => item.state)])
    return {
      qrCode: amenity.qrCode,
      amenity: { id: amenityId, name: amenity.name, type: code, state },
      building: { name: building.name, timeZone: building.timeZone },
      state,
      items: shown,
      location: amenity.location,
      branding: brandingOf(settings),
      languages,
      language,
      issues: (type?.issues ?? []).map(({ code: issue, name, icon, safety }) => ({
        code: issue,
        name,
        icon,
        safety,
      })),
      incidents: incidents.reverse(),
      alternatives,
      lastCleanedAt: amenity.lastCleanedAt?.toISOString() ?? null,
      nextCheckAt: next?.toISOString() ?? null,
      photos: settings.privacy.photos,
      days: timeline.days,
      updatedAt: new Date(Number.isFinite(changed) ? changed : tenant.now.getTime()).toISOString(),
    }
  })
})
