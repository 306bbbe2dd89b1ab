/** The door to members. */
export { inviteMember } from './invite-member.ts'
export { otherAdminRemains } from './member.ts'
