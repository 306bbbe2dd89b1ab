import { requestMagicLink } from '#contracts/auth.ts'
import { serve } from '#server/platform/http/serve.ts'
import { accountsOf } from '../account/accounts.ts'
import { inEvenTime } from './even-time.ts'
import { requestLink } from './mail-links.ts'

export default serve(requestMagicLink)((ctx, { body }) =>
  inEvenTime(async () => {
    const account = (await accountsOf(ctx, body.email, body.tenantId)).find(
      ({ state, ssoOnly }) => state !== 'DISABLED' && !ssoOnly,
    )
    if (account)
      await ctx.inTenant(account.tenantId, 'write', (tenant) => requestLink(tenant, 'SIGN_IN', account.id))
    return { message: 'If this address has an account, a sign-in link is on its way' }
  }),
)
