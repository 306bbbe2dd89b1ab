import { getFeedbackAmenity } from '#contracts/feedback.ts'
import { typeForVisitors } from '#server/modules/admin/amenity-types/public.ts'
import { brandingOf, readSettings } from '#server/modules/admin/settings/public.ts'
import { amenityByQrCode } from '#server/modules/amenities/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { alternativesTo } from './alternatives.ts'
import { knownIssues } from './known-issues.ts'
import { offeredLanguage } from './languages.ts'
import { placeOf } from './places.ts'
import { placesOf } from './state.ts'
import { usualMinutes } from './usual-time.ts'

export default serve(getFeedbackAmenity)(async (ctx, { params, query }) => {
  const { places, scans } = placesOf(ctx.platform)
  const found = await places.look(ctx, params.qrCode)
  // Scans of stickers that lead nowhere count too: the team is told of them.
  if (found.kind !== 'UNKNOWN') scans.count(found.tenantId, found.code)
  const place = placeOf(found)
  return ctx.inTenant(place.tenantId, 'read', async (tenant) => {
    const [amenity, settings, known, minutes] = await Promise.all([
      amenityByQrCode(tenant, place.code),
      readSettings(tenant),
      knownIssues(tenant, place.amenityId),
      usualMinutes(tenant, place.amenityId),
    ])
    const languages = settings.visitorLanguages
    const language = offeredLanguage(query.language, languages)
    const [type, alternatives] = await Promise.all([
      typeForVisitors(tenant, amenity.type, language, languages[0]),
      alternativesTo(tenant, {
        amenityId: amenity.id,
        buildingId: amenity.building.id,
        locationId: amenity.locationId,
        type: amenity.type,
      }),
    ])
    const issues = type?.issues ?? []
    const nameOf = (code: string): string => issues.find((issue) => issue.code === code)?.name ?? code
    return {
      qrCode: amenity.qrCode,
      amenity: { id: amenity.id, name: amenity.name, type: amenity.type, state: amenity.state },
      building: { name: amenity.building.name, timeZone: amenity.building.timeZone },
      location: amenity.location,
      branding: brandingOf(settings),
      languages,
      language,
      issues: issues.map(({ code, name, icon, safety }) => ({ code, name, icon, safety })),
      known: known.map(({ itemName, ...issue }) => ({
        ...issue,
        name: issue.code === 'OTHER' && itemName !== null ? itemName : nameOf(issue.code),
      })),
      alternatives,
      emergencyPhone: settings.profile.emergencyNumber,
      usualMinutes: minutes,
    }
  })
})
