import type { Handler } from '#server/platform/http/serve.ts'
import createAmenityType from './create-amenity-type.ts'
import deleteAmenityType from './delete-amenity-type.ts'
import listAmenityTypes from './list-amenity-types.ts'
import updateAmenityType from './update-amenity-type.ts'

export const routes: readonly Handler[] = [
  listAmenityTypes,
  createAmenityType,
  updateAmenityType,
  deleteAmenityType,
]
