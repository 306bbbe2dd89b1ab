import { login } from '#contracts/auth.ts'
import { signInFailed } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { accountsOf } from './accounts.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './sessions.ts'

export default serve(login)(async (ctx, { body }) => {
  const accounts = (await accountsOf(ctx, body.email, body.tenantId)).filter(
    ({ state }) => state === 'ACTIVE',
  )
  // One derivation at least, so that an unknown address takes as long as a known one.
  const hashes = accounts.length > 0 ? accounts.map(({ passwordHash }) => passwordHash) : [undefined]
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(body.password, hash)))
  const account = accounts.find((_, index) => matches[index])
  if (!account) throw signInFailed()
  const tokens = await ctx.inTenant(account.tenantId, 'write', (tenant) =>
    startSession(tenant, account, ctx.userAgent),
  )
  return { user: { id: account.id, email: account.email, name: account.name, roles: account.roles }, tokens }
})
