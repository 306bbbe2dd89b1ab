/** What other modules may import. */
export {
  amenityByQrCode,
  recordCleaning,
  retractCleaning,
  setAmenityState,
  type VisitorAmenity,
} from './amenity-lookup.ts'
export { clockOf } from './clock.ts'
export { addedTo, requireScope } from './scopes.ts'
