import * as contracts from '#contracts/places/amenities.ts'
import { module } from '#server/platform/module.ts'
import bulkAmenities from './bulk-amenities.ts'
import createAmenity from './create-amenity.ts'
import deleteAmenity from './delete-amenity.ts'
import { exported } from './exported.ts'
import getAmenity from './get-amenity.ts'
import listAmenities from './list-amenities.ts'
import { showAmenities } from './show-amenity-events.ts'
import updateAmenity from './update-amenity.ts'

export default module({
  name: 'amenities',
  implements: contracts,
  handlers: { bulkAmenities, createAmenity, deleteAmenity, getAmenity, listAmenities, updateAmenity },
  serializers: showAmenities,
  exported,
})
