import { login } from '#contracts/auth.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { signInFailed } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type Account, accountsOf } from '../account/accounts.ts'
import { hashPassword, isOutdated, verifyPassword } from '../account/passwords.ts'
import { countFailure, mostFailures } from './failed-sign-ins.ts'
import { startSession } from './sessions.ts'

/** Undefined if the stored hash has the current cost. */
const renewedHash = (account: Account, password: string): Promise<string | undefined> =>
  account.passwordHash !== null && isOutdated(account.passwordHash)
    ? hashPassword(password)
    : Promise.resolve(undefined)

const signIn = async (ctx: PublicContext, account: Account, password: string) => {
  const renewed = await renewedHash(account, password)
  return ctx.inTenant(account.tenantId, 'write', async (tenant) => {
    if (renewed !== undefined)
      // Only if it was not changed meanwhile.
      await tenant.run(
        'update app_user set password_hash = $3 where tenant_id = $1 and id = $2 and password_hash = $4',
        [account.tenantId, account.id, renewed, account.passwordHash],
      )
    return startSession(tenant, account, ctx.userAgent)
  })
}

export default serve(login)(async (ctx, { body }) => {
  const known = await accountsOf(ctx, body.email, body.tenantId)
  const accounts = known.filter(({ state }) => state === 'ACTIVE')
  // At least one derivation, so that an unknown address takes as long as a known one.
  const hashes = accounts.length > 0 ? accounts.map(({ passwordHash }) => passwordHash) : [undefined]
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(body.password, hash)))
  const matching = accounts.filter((_, index) => matches[index])
  const account = matching.find(({ failedSignIns, ssoOnly }) => failedSignIns < mostFailures && !ssoOnly)
  if (!account) {
    await countFailure(ctx, accounts)
    throw signInFailed()
  }
  const tokens = await signIn(ctx, account, body.password)
  return { user: { id: account.id, email: account.email, name: account.name, roles: account.roles }, tokens }
})
