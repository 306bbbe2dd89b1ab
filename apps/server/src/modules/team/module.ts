import * as contracts from '#contracts/team.ts'
import { module } from '#server/platform/module.ts'
import deleteUser from './delete-user.ts'
import getUser from './get-user.ts'
import inviteUser from './invite-user.ts'
import listUsers from './list-users.ts'
import resendInvite from './resend-invite.ts'
import updateUser from './update-user.ts'

export default module({
  name: 'users',
  implements: contracts,
  handlers: { deleteUser, getUser, inviteUser, listUsers, resendInvite, updateUser },
})
