import { requestMagicLink } from '#contracts/auth/magic-link.ts'
import { serve } from '#server/platform/http/serve.ts'
import { accountsOf, mailedLinksOpen } from '../account/accounts.ts'
import { requestLinks } from './mail-links.ts'
import { withMinimumTime } from './minimum-time.ts'

export default serve(requestMagicLink)((ctx, { body }) =>
  withMinimumTime(async () => {
    const accounts = await accountsOf(ctx, body.email, body.tenantId)
    await requestLinks(ctx, 'SIGN_IN', accounts.filter(mailedLinksOpen))
    return { message: 'If this address has an account, a sign-in link is on its way' }
  }),
)
