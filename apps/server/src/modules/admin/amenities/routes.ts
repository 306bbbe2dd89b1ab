import type { Handler } from '#server/platform/http/serve.ts'
import bulkAmenities from './bulk-amenities.ts'
import createAmenity from './create-amenity.ts'
import deleteAmenity from './delete-amenity.ts'
import getAmenity from './get-amenity.ts'
import listAmenities from './list-amenities.ts'
import updateAmenity from './update-amenity.ts'

export const routes: readonly Handler[] = [
  listAmenities,
  createAmenity,
  bulkAmenities,
  getAmenity,
  updateAmenity,
  deleteAmenity,
]
