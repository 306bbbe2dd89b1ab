/** What other modules may import. */
export { lockScout, type OwnScout, readScout } from './own-scout.ts'
export { presentProfile } from './present-profile.ts'
export { type ToldTime, toldTimeFor } from './told-time.ts'
