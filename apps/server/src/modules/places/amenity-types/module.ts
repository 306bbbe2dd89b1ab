import * as contracts from '#contracts/places/amenity-types.ts'
import { module } from '#server/platform/module.ts'
import createAmenityType from './create-amenity-type.ts'
import deleteAmenityType from './delete-amenity-type.ts'
import { exported } from './exported.ts'
import listAmenityTypes from './list-amenity-types.ts'
import { createBuiltInTypes } from './tenant-types.ts'
import updateAmenityType from './update-amenity-type.ts'

export default module({
  name: 'amenity-types',
  implements: contracts,
  handlers: { createAmenityType, deleteAmenityType, listAmenityTypes, updateAmenityType },
  exported,
  tenantDefaults: createBuiltInTypes,
})
