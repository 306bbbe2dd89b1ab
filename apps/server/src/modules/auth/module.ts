import * as contracts from '#contracts/auth.ts'
import { module } from '#server/platform/module.ts'
import changePassword from './change-password.ts'
import { exported } from './exported.ts'
import getMe from './get-me.ts'
import login from './login.ts'
import logout from './logout.ts'
import { invitation } from './mails/invitation.ts'
import { passwordReset } from './mails/password-reset.ts'
import { sessionEnded } from './mails/session-ended.ts'
import { signIn } from './mails/sign-in.ts'
import refresh from './refresh.ts'
import register from './register.ts'
import requestMagicLink from './request-magic-link.ts'
import resetPassword from './reset-password.ts'
import { schedules } from './schedules.ts'
import signInWithGoogle from './sign-in-with-google.ts'
import signInWithMicrosoft from './sign-in-with-microsoft.ts'
import updateMe from './update-me.ts'
import verifyMagicLink from './verify-magic-link.ts'

export default module({
  name: 'auth',
  implements: contracts,
  handlers: {
    changePassword,
    getMe,
    login,
    logout,
    refresh,
    register,
    requestMagicLink,
    resetPassword,
    signInWithGoogle,
    signInWithMicrosoft,
    updateMe,
    verifyMagicLink,
  },
  schedules,
  mails: { invitation, passwordReset, sessionEnded, signIn },
  exported,
  counts: {
    members: {
      text: "select count(*) as n from app_user where tenant_id = $1 and removed_at is null and state <> 'DISABLED'",
      noun: 'team members',
      limit: 'members',
    },
  },
})
