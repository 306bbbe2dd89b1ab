import type { Handler } from '#server/platform/http/serve.ts'
import changePassword from './change-password.ts'
import getMe from './get-me.ts'
import login from './login.ts'
import logout from './logout.ts'
import refresh from './refresh.ts'
import register from './register.ts'
import requestMagicLink from './request-magic-link.ts'
import resetPassword from './reset-password.ts'
import signInWithGoogle from './sign-in-with-google.ts'
import signInWithMicrosoft from './sign-in-with-microsoft.ts'
import updateMe from './update-me.ts'
import verifyMagicLink from './verify-magic-link.ts'

export const routes: readonly Handler[] = [
  login,
  refresh,
  register,
  logout,
  getMe,
  changePassword,
  resetPassword,
  requestMagicLink,
  verifyMagicLink,
  signInWithGoogle,
  signInWithMicrosoft,
  updateMe,
]
