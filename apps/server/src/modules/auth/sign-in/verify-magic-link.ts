import { verifyMagicLink } from '#contracts/auth/magic-link.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { accountsOf, mailedLinksOpen } from '../account/accounts.ts'
import { forgetUnproved } from '../account/prove-address.ts'
import { consumeLink, type LinkOwner, markVerified } from './mail-links.ts'
import { startSession } from './sessions.ts'
import { hasPassCookie } from './sso-pass.ts'

const maxTries = 5

/** The open link of the user with these digits; a wrong try counts against all open links. */
const linkByDigits = async (
  ctx: TenantContext,
  userId: string,
  digits: string,
): Promise<string | undefined> => {
  const open = await ctx.run<{ id: string }>(
    `select id from mail_link where tenant_id = $1 and user_id = $2 and kind = 'SIGN_IN' and used_at is null and expires_at > $3 and code_tries < $4
     order by id desc for update`,
    [ctx.tenantId, userId, ctx.now, maxTries],
  )
  const match = open.find(({ id }) => ctx.platform.keys.digits(ctx.tenantId, id) === digits)
  if (!match) {
    await ctx.run(
      `update mail_link set code_tries = code_tries + 1
       where tenant_id = $1 and user_id = $2 and kind = 'SIGN_IN' and used_at is null and expires_at > $3`,
      [ctx.tenantId, userId, ctx.now],
    )
  }
  return match?.id
}

const signIn = async (
  visit: PublicContext,
  ctx: TenantContext,
  owner: LinkOwner | undefined,
  way: 'SSO' | 'OTHER' = 'OTHER',
) => {
  if (!owner) return undefined
  await forgetUnproved(visit, ctx, owner)
  await markVerified(ctx, owner.id)
  const tokens = await startSession(ctx, owner, visit.userAgent, way)
  if (owner.state === 'INVITED') {
    recordAudit(ctx, {
      action: 'auth.acceptInvitation',
      target: owner.id,
      targetName: owner.name,
      fields: [],
      userAgent: visit.userAgent,
      actor: { kind: 'USER', id: owner.id, name: owner.name },
    })
  }
  return { user: { id: owner.id, email: owner.email, roles: owner.roles }, tokens }
}

/** In all organisations of the address: a wrong try counts in each of them. */
const byDigits = async (ctx: PublicContext, digits: string, email: string) => {
  for (const account of (await accountsOf(ctx, email)).filter(mailedLinksOpen)) {
    const signedIn = await ctx.inTenant(account.tenantId, 'write', async (tenant) => {
      const linkId = await linkByDigits(tenant, account.id, digits)
      return linkId ? signIn(ctx, tenant, await consumeLink(tenant, linkId, 'SIGN_IN')) : undefined
    })
    if (signedIn) return signedIn
  }
  return undefined
}

export default serve(verifyMagicLink)(async (ctx, { query }) => {
  if (query.email !== undefined && /^\d{6}$/.test(query.token)) {
    const signedIn = await byDigits(ctx, query.token, query.email)
    if (!signedIn) throw unauthorized()
    return signedIn
  }
  const { keys } = ctx.platform
  const mailed = keys.unseal('sign-in', query.token)
  const link = mailed ?? keys.unseal('sso-sign-in', query.token)
  if (!link || (!mailed && !hasPassCookie(ctx, query.token))) throw unauthorized()
  const signedIn = await ctx.inTenant(link.tenantId, 'write', async (tenant) =>
    mailed
      ? signIn(ctx, tenant, await consumeLink(tenant, link.id, 'SIGN_IN'))
      : signIn(ctx, tenant, await consumeLink(tenant, link.id, 'SSO'), 'SSO'),
  )
  if (!signedIn) throw unauthorized()
  return signedIn
})
