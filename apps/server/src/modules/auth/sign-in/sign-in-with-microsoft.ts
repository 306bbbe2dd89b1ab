import { signInWithMicrosoft } from '#contracts/auth.ts'
import { serve } from '#server/platform/http/serve.ts'
import { microsoftIdentity } from './microsoft-identity.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'

export default serve(signInWithMicrosoft)(async (ctx, { body }) => {
  const identity = await microsoftIdentity(ctx.platform, body.accessToken, ctx.now)
  return signInWithIdentity(ctx, identity, body.invitationToken)
})
