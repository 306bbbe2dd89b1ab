/** Members for other modules. */
export { type Invitation, inviteMember, inviteMembers } from './invite-member.ts'
export { countIncompleteMembers } from './lacking.ts'
export { membersAmong, otherAdminRemains } from './member.ts'
