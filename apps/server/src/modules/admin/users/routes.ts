import type { Handler } from '#server/platform/http/serve.ts'
import deleteUser from './delete-user.ts'
import getUser from './get-user.ts'
import inviteUser from './invite-user.ts'
import listUsers from './list-users.ts'
import resendInvite from './resend-invite.ts'
import updateUser from './update-user.ts'

export const routes: readonly Handler[] = [
  listUsers,
  inviteUser,
  getUser,
  updateUser,
  deleteUser,
  resendInvite,
]
