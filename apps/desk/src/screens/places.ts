import { sayPlace } from '#contracts/kit/place.ts'
import { getAmenity, listAmenities } from '#contracts/places/amenities.ts'
import { getBuilding, importBuildings, listBuildings } from '#contracts/places/buildings.ts'
import { getQrSheet, listQrCodes } from '#contracts/places/qr-codes.ts'
import { list, page, record } from '#desk-kit/shell/screen-kinds.ts'
import { amenityMessages } from '../admin/amenities/messages.ts'
import { buildingMessages } from '../admin/buildings/messages.ts'
import { adminMessages } from '../admin/messages.ts'
import { missingMessages } from '../admin/missing/messages.ts'
import { qrMessages } from '../admin/qr/messages.ts'
import { readStudio } from '../admin/qr/search.ts'

export const placesScreens = {
  buildings: list({
    path: '/buildings',
    reads: listBuildings,
    area: 'places',
    key: 'b',
    missing: ({ limits }) => limits.buildings.used === 0,
    messages: [buildingMessages, adminMessages, missingMessages],
    load: () => import('../admin/buildings/buildings.tsx'),
  }),
  import: page({
    path: '/buildings/import',
    reads: importBuildings,
    under: 'buildings',
    messages: [buildingMessages],
    load: () => import('../admin/buildings/import.tsx'),
  }),
  building: record({
    path: '/buildings/$id',
    reads: getBuilding,
    under: 'buildings',
    title: ({ name }) => name,
    messages: [buildingMessages, adminMessages],
    load: () => import('../admin/buildings/building.tsx'),
  }),
  amenities: list({
    path: '/amenities',
    reads: listAmenities,
    area: 'places',
    key: 'a',
    messages: [amenityMessages, buildingMessages, adminMessages, missingMessages],
    load: () => import('../admin/amenities/amenities.tsx'),
  }),
  amenity: record({
    path: '/amenities/$id',
    reads: getAmenity,
    under: 'amenities',
    title: ({ name, location, building }) => sayPlace(name, location?.path, building.name),
    messages: [amenityMessages, adminMessages],
    load: () => import('../admin/amenities/amenity.tsx'),
  }),
  qrCodes: list({
    path: '/qr-codes',
    reads: listQrCodes,
    area: 'places',
    key: 'q',
    missing: ({ limits }) => limits.qrCodes.used === 0,
    sort: '-createdAt',
    messages: [qrMessages, adminMessages],
    load: () => import('../admin/qr/codes.tsx'),
  }),
  qrStudio: page({
    path: '/qr-studio',
    reads: getQrSheet,
    under: 'qrCodes',
    search: readStudio,
    messages: [qrMessages],
    load: () => import('../admin/qr/studio.tsx'),
  }),
}
