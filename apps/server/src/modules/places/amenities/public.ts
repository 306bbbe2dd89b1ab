/** Creating, changing and deleting many amenities at once, for other modules. */
export { insertAmenities, type NewAmenity } from './insert-amenities.ts'
export { countIncompleteAmenities } from './lacking.ts'
export { removeAmenities } from './remove-amenities.ts'
export { updateAmenities } from './update-amenities.ts'
