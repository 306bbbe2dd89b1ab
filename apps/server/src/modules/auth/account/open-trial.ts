/** Self-service sign-up: a new tenant whose first member is its ADMIN, already signed in. */
import { randomBytes } from 'node:crypto'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { startSession } from '../sign-in/sessions.ts'
import { createTenant, createUser } from './create-tenant.ts'

export interface Trial {
  readonly organisation: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string | null
  readonly language: VisitorLanguage
  readonly timeZone: string
  readonly emailVerified: boolean
}

/** `Häuser Süd` → `hauser-sud-x7k2q`; the random end makes it unique without a look at other tenants. */
export const slugOf = (organisation: string): string => {
  const base = organisation
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${base || 'tenant'}-${randomBytes(4).toString('hex')}`
}

const roles = ['ADMIN'] as const

/** `ctx.tenantId` is the new tenant's id. */
export const openTrial = async (ctx: TenantContext, trial: Trial, device: string) => {
  const made = {
    name: trial.organisation,
    slug: slugOf(trial.organisation),
    plan: ctx.platform.config.defaultPlan,
    timeZone: trial.timeZone,
    language: trial.language,
  }
  await createTenant(ctx, made)
  const id = await createUser(ctx, {
    email: trial.email,
    name: trial.name,
    roles,
    state: 'ACTIVE',
    passwordHash: trial.passwordHash,
    language: trial.language,
    emailVerified: trial.emailVerified,
  })
  const user = { id, email: trial.email, name: trial.name, roles: [...roles] }
  const tokens = await startSession(ctx, user, device)
  recordAudit(ctx, {
    action: 'auth.register',
    target: ctx.tenantId,
    targetName: made.name,
    fields: ['organisation', 'name', 'email', ...(trial.passwordHash ? ['password'] : [])],
    userAgent: device,
    actor: { kind: 'USER', id, name: trial.name },
  })
  return { user, tokens, tenant: { id: ctx.tenantId, name: made.name, slug: made.slug, plan: made.plan } }
}
