/** Personal connections, for the profile and for what ends with a person's access. */
export {
  addConnection,
  connectionsOf,
  connectionsOfTenant,
  endConnection,
  endConnections,
} from './connections.ts'
