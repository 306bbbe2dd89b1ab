import * as magicLink from '#contracts/auth/magic-link.ts'
import * as contracts from '#contracts/auth.ts'
import { module } from '#server/platform/module.ts'
import changePassword from './account/change-password.ts'
import getMe from './account/get-me.ts'
import register from './account/register.ts'
import resetPassword from './account/reset-password.ts'
import updateMe from './account/update-me.ts'
import { cronJobs } from './cron-jobs.ts'
import { connectionAdded } from './mails/connection-added.ts'
import { invitation } from './mails/invitation.ts'
import { passwordReset } from './mails/password-reset.ts'
import { sessionEnded } from './mails/session-ended.ts'
import { signIn } from './mails/sign-in.ts'
import { testNotification } from './mails/test-notification.ts'
import login from './sign-in/login.ts'
import logout from './sign-in/logout.ts'
import refresh from './sign-in/refresh.ts'
import requestMagicLink from './sign-in/request-magic-link.ts'
import signInWithGoogle from './sign-in/sign-in-with-google.ts'
import signInWithMicrosoft from './sign-in/sign-in-with-microsoft.ts'
import verifyMagicLink from './sign-in/verify-magic-link.ts'

export default module({
  name: 'auth',
  implements: { ...contracts, ...magicLink },
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
  cronJobs,
  mails: { connectionAdded, invitation, passwordReset, sessionEnded, signIn, testNotification },
  counts: {
    members: {
      text: "select count(*) as n from app_user where tenant_id = $1 and removed_at is null and state <> 'DISABLED'",
      noun: 'team members',
      limit: 'members',
    },
  },
})
