/** The door to the administration of amenities: many made, changed or taken away at once. */
export { insertAmenities, type NewAmenity } from './insert-amenities.ts'
export { countLackingAmenities } from './lacking.ts'
export { removeAmenities } from './remove-amenities.ts'
export { updateAmenities } from './update-amenities.ts'
