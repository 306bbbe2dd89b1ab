/** What other modules may import. */

export { idsOfChain, locationChain, pathOfChain, pathOfLocation, pathsById } from './chain.ts'
export {
  ensureFloors,
  insertLocations,
  locationTree,
  type NewLocation,
  removeLocationsOf,
} from './location-tree.ts'
export { calledLike, pathTo } from './path-to.ts'
