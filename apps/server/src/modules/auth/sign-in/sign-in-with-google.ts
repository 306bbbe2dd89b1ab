import { signInWithGoogle } from '#contracts/auth.ts'
import { serve } from '#server/platform/http/serve.ts'
import { googleIdentity } from './google-identity.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'

export default serve(signInWithGoogle)(async (ctx, { body }) => {
  const identity = await googleIdentity(ctx.platform, body.credential, ctx.now)
  return signInWithIdentity(ctx, identity, body.invitationToken)
})
