/** The door to dashboards: for the digest. */
export { type Change, type Movement, readMovement } from './movement.ts'
