import * as contracts from '#contracts/scout/phone/places.ts'
import { module } from '#server/platform/module.ts'
import findAmenityByCode from './find-amenity-by-code.ts'
import getScoutTemplate from './get-scout-template.ts'
import getSite from './get-site.ts'
import listScoutTemplates from './list-scout-templates.ts'
import listSites from './list-sites.ts'

export default module({
  name: 'scout-sites',
  implements: contracts,
  handlers: { findAmenityByCode, getScoutTemplate, getSite, listScoutTemplates, listSites },
})
