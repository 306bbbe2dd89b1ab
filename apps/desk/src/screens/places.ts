/** Screens of places: buildings, amenities and their codes. */

import { sayPlace } from '#contracts/kit/place.ts'
import { getAmenity, listAmenities } from '#contracts/places/amenities.ts'
import { getBuilding, importBuildings, listBuildings } from '#contracts/places/buildings.ts'
import { getQrSheet, listQrCodes } from '#contracts/places/qr-codes.ts'
import { amenityWords } from '../admin/amenities/words.ts'
import { buildingWords } from '../admin/buildings/words.ts'
import { missingWords } from '../admin/missing/words.ts'
import { readStudio } from '../admin/qr/search.ts'
import { qrWords } from '../admin/qr/words.ts'
import { houseWords } from '../admin/words.ts'
import { list, page, record } from '../screen-kinds.ts'

export const placesScreens = {
  buildings: list({
    path: '/buildings',
    reads: listBuildings,
    area: 'places',
    key: 'b',
    missing: ({ limits }) => limits.buildings.used === 0,
    words: [buildingWords, houseWords, missingWords],
    load: () => import('../admin/buildings/buildings.tsx'),
  }),
  import: page({
    path: '/buildings/import',
    reads: importBuildings,
    under: 'buildings',
    words: [buildingWords],
    load: () => import('../admin/buildings/import.tsx'),
  }),
  building: record({
    path: '/buildings/$id',
    reads: getBuilding,
    under: 'buildings',
    title: ({ name }) => name,
    words: [buildingWords, houseWords],
    load: () => import('../admin/buildings/building.tsx'),
  }),
  amenities: list({
    path: '/amenities',
    reads: listAmenities,
    area: 'places',
    key: 'a',
    words: [amenityWords, buildingWords, houseWords, missingWords],
    load: () => import('../admin/amenities/amenities.tsx'),
  }),
  amenity: record({
    path: '/amenities/$id',
    reads: getAmenity,
    under: 'amenities',
    title: ({ name, location, building }) => sayPlace(name, location?.path, building.name),
    words: [amenityWords, houseWords],
    load: () => import('../admin/amenities/amenity.tsx'),
  }),
  qrCodes: list({
    path: '/qr-codes',
    reads: listQrCodes,
    area: 'places',
    key: 'q',
    missing: ({ limits }) => limits.qrCodes.used === 0,
    sort: '-createdAt',
    words: [qrWords, houseWords],
    load: () => import('../admin/qr/codes.tsx'),
  }),
  qrStudio: page({
    path: '/qr-studio',
    reads: getQrSheet,
    under: 'qrCodes',
    search: readStudio,
    words: [qrWords],
    load: () => import('../admin/qr/studio.tsx'),
  }),
}
