import { itemNameFor } from '#contracts/catalogue/names.ts'
import { type AmenityInformation, getFeedbackAmenity } from '#contracts/feedback.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { typeForVisitors } from '#server/modules/places/amenity-types/public.ts'
import { amenityByQrCode } from '#server/modules/places/lookup/public.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { visitorStateOf } from '../intake/state.ts'
import { alternativesTo } from './alternatives.ts'
import { knownIssues, staffNotices } from './known-issues.ts'
import { offeredLanguage, spokenLanguages } from './languages.ts'
import { type Place, placeOf } from './place-cache.ts'
import { usualMinutes } from './usual-time.ts'

/** @param asked null if none of the visitor's languages is available */
const read = (ctx: PublicContext, place: Place, asked: VisitorLanguage | null): Promise<AmenityInformation> =>
  ctx.inTenant(place.tenantId, 'read', async (tenant) => {
    // The amenity is read again: the cached place may be a moment old.
    const [amenity, settings] = await Promise.all([amenityByQrCode(tenant, place.code), readSettings(tenant)])
    const languages = settings.visitorLanguages
    const language = offeredLanguage(asked, languages)
    const [known, notices, minutes, type, alternatives] = await Promise.all([
      knownIssues(tenant, amenity.id),
      staffNotices(tenant, amenity.id),
      usualMinutes(tenant, amenity.id),
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
        name:
          issue.code === 'OTHER' && itemName !== null ? itemNameFor(itemName, language) : nameOf(issue.code),
      })),
      notices: notices.map((notice) => ({ ...notice, name: itemNameFor(notice.name, language) })),
      alternatives,
      emergencyPhone: settings.profile.emergencyNumber,
      usualMinutes: minutes,
      photos: settings.privacy.photos,
    }
  })

export default serve(getFeedbackAmenity)(async (ctx, { params, query }) => {
  const { places, scans, remembered } = visitorStateOf(ctx.platform)
  const found = await places.lookUpCode(ctx, params.qrCode)
  // Scans of unlinked stickers count too: the setup checklist shows them.
  if (ctx.visit && found.kind !== 'UNKNOWN') scans.count(found.tenantId, found.code)
  const place = placeOf(found)
  const informationIn = (language: VisitorLanguage | null): Promise<AmenityInformation> =>
    remembered.keep(`${place.code} ${language}`, place.tenantId, () => read(ctx, place, language))
  const [wanted = null] = spokenLanguages(query.language)
  const first = await informationIn(wanted)
  // A visitor whose first language is not offered shares the cached answer of those who read the same language.
  const language = offeredLanguage(query.language, first.languages)
  return language === first.language ? first : informationIn(language)
})
