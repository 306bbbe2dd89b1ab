import { resetPassword } from '#contracts/auth.ts'
import type { Input } from '#contracts/kit/endpoint.ts'
import { endConnections } from '#server/modules/mcp/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { invalid, unauthorized } from '#server/platform/errors.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { consumeLink, markVerified, requestLinks } from '../sign-in/mail-links.ts'
import { withMinimumTime } from '../sign-in/minimum-time.ts'
import { endSessions, startSession } from '../sign-in/sessions.ts'
import { accountsOf } from './accounts.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { forgetUnproved } from './prove-address.ts'

type Body = Input<typeof resetPassword>['body']

const requestReset = async (ctx: PublicContext, email: string) => {
  const accounts = await accountsOf(ctx, email)
  await requestLinks(
    ctx,
    'RESET',
    accounts.filter(({ state, ssoOnly }) => state === 'ACTIVE' && !ssoOnly),
  )
  return { message: 'If this address has an account, a reset link is on its way' }
}

const takeToken = async (ctx: PublicContext, token: string, body: Body) => {
  const { keys, config } = ctx.platform
  const reset = keys.unseal('reset', token)
  const link = reset ?? keys.unseal('invitation', token)
  if (!link) throw unauthorized()
  // Invalid input is rejected before the link is used up.
  if (reset && body.password === undefined) throw invalid('body.password', 'is required')
  if (body.password !== undefined)
    await assertGoodPassword(
      body.password,
      config.passwordMinLength,
      'body.password',
      body.name ? [body.name] : [],
    )
  const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password)
  const answer = await ctx.inTenant(link.tenantId, 'write', async (tenant) => {
    const owner = await consumeLink(tenant, link.id, reset ? 'RESET' : 'INVITATION')
    if (!owner) return undefined
    await forgetUnproved(ctx, tenant, owner)
    await markVerified(tenant, owner.id)
    const changes = {
      ...(passwordHash ? { password_hash: passwordHash } : {}),
      ...(!reset && body.name ? { name: body.name } : {}),
      ...(!reset && body.language ? { language: body.language } : {}),
    }
    if (changes.name !== undefined || changes.language !== undefined) tenant.invalidate('tasks')
    if (Object.keys(changes).length > 0) {
      await tenant.db
        .updateTable('app_user')
        .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
        .where('id', '=', owner.id)
        .execute()
    }
    if (reset) {
      await endSessions(tenant, owner.id)
      await endConnections(tenant, owner.id)
    }
    const tokens = await startSession(tenant, owner, ctx.userAgent)
    recordAudit(tenant, {
      action: reset ? 'auth.resetPassword' : 'auth.acceptInvitation',
      target: owner.id,
      targetName: changes.name ?? owner.name,
      fields: Object.keys(body).filter((field) => field !== 'token' && field !== 'email'),
      userAgent: ctx.userAgent,
      actor: { kind: 'USER', id: owner.id, name: changes.name ?? owner.name },
    })
    return {
      user: { id: owner.id, email: owner.email, name: changes.name ?? owner.name, roles: owner.roles },
      tokens,
    }
  })
  if (!answer) throw unauthorized()
  return answer
}

export default serve(resetPassword)((ctx, { body }) => {
  if (body.token !== undefined) return takeToken(ctx, body.token, body)
  if (body.email === undefined) throw invalid('body.email', 'an email address or a token is required')
  const { email } = body
  return withMinimumTime(() => requestReset(ctx, email))
})
