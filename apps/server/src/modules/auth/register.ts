import { randomBytes } from 'node:crypto'
import { register } from '#contracts/auth.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { createTenant, createUser } from './create-tenant.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { startSession } from './sessions.ts'

/** `Café Nord` → `cafe-nord-x7k2q`; the end makes it unique without asking other tenants. */
const slugOf = (organisation: string): string => {
  const base = organisation
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${base || 'tenant'}-${randomBytes(4).toString('hex')}`
}

export default serve(register)(async (ctx, { body }) => {
  const { config } = ctx.platform
  await assertGoodPassword(body.password, config.passwordMinLength, 'body.password', [
    body.name,
    body.email,
    body.organisation,
  ])
  const passwordHash = await hashPassword(body.password)
  const tenant = {
    name: body.organisation,
    slug: slugOf(body.organisation),
    plan: config.defaultPlan,
    timeZone: body.timeZone ?? 'UTC',
    language: body.language ?? 'en',
  }
  const tenantId = newId(ctx.now.getTime())
  const roles = ['ADMIN'] as const
  const { id, tokens } = await ctx.inTenant(tenantId, 'write', async (inside) => {
    await createTenant(inside, tenant)
    const userId = await createUser(inside, {
      email: body.email,
      name: body.name,
      roles,
      state: 'ACTIVE',
      passwordHash,
      language: tenant.language,
      emailVerified: false,
    })
    return { id: userId, tokens: await startSession(inside, { id: userId, roles }, ctx.userAgent) }
  })
  return {
    user: { id, email: body.email, name: body.name, roles: [...roles] },
    tokens,
    tenant: { id: tenantId, name: tenant.name, slug: tenant.slug, plan: tenant.plan },
  }
})
