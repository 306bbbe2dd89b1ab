import * as contracts from '#contracts/places/locations.ts'
import { module } from '#server/platform/module.ts'
import createLocation from './create-location.ts'
import deleteLocation from './delete-location.ts'
import { exported } from './exported.ts'
import updateLocation from './update-location.ts'

export default module({
  name: 'locations',
  implements: contracts,
  handlers: { createLocation, deleteLocation, updateLocation },
  exported,
})
