/** The door to members. */
export { otherAdminRemains } from './member.ts'
