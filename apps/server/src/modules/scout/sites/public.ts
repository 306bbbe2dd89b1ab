/** What other modules may import. */
export { mostAmenities } from './reach-limits.ts'
export { type KnownTemplate, readContents, suits, templatesOf } from './read-contents.ts'
export {
  amenitiesById,
  amenitiesInReach,
  type Reach,
  readAmenities,
  readLocations,
  readSites,
} from './read-places.ts'
