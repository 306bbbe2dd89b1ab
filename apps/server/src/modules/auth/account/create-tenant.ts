/** A new tenant with what everybody starts with: amenity types, alert and escalation rules, its first people. */
import type { Plan, Role } from '#contracts/kit/vocabulary.ts'
import { createDefaultAlertRules } from '#server/modules/admin/alert-rules/public.ts'
import { createBuiltInTypes } from '#server/modules/admin/amenity-types/public.ts'
import { createDefaultEscalationRules } from '#server/modules/admin/escalation-rules/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

const trialDays = 14

export interface NewTenant {
  readonly name: string
  readonly slug: string
  readonly plan: Plan
  readonly timeZone: string
  readonly language: string
}

/** Writes the tenant's own row and its defaults; `ctx.tenantId` is the new id. */
export const createTenant = async (ctx: TenantContext, tenant: NewTenant): Promise<void> => {
  await ctx.db
    .insertInto('tenant')
    .values({
      id: ctx.tenantId,
      name: tenant.name,
      slug: tenant.slug,
      plan: tenant.plan,
      state: tenant.plan === 'TRIAL' ? 'TRIAL' : 'ACTIVE',
      trial_ends_at: tenant.plan === 'TRIAL' ? new Date(ctx.now.getTime() + trialDays * 86_400_000) : null,
      time_zone: tenant.timeZone,
      settings: JSON.stringify({ profile: { locale: tenant.language } }),
      created_at: ctx.now,
    })
    .execute()
  await createBuiltInTypes(ctx)
  await createDefaultAlertRules(ctx, tenant.language)
  await createDefaultEscalationRules(ctx, tenant.language)
}

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly state: 'INVITED' | 'ACTIVE'
  readonly passwordHash: string | null
  readonly language: string
  readonly emailVerified: boolean
}

/** Adds a person and their line in the e-mail directory. @returns the id */
export const createUser = async (ctx: TenantContext, user: NewUser): Promise<string> => {
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('app_user')
    .values({
      tenant_id: ctx.tenantId,
      id,
      email: user.email,
      name: user.name,
      roles: [...user.roles],
      state: user.state,
      password_hash: user.passwordHash,
      language: user.language,
      email_verified_at: user.emailVerified ? ctx.now : null,
      created_at: ctx.now,
    })
    .execute()
  await ctx.db
    .insertInto('email_directory')
    .values({ email: user.email, tenant_id: ctx.tenantId, user_id: id, proved: user.emailVerified })
    .onConflict((conflict) =>
      conflict.columns(['email', 'tenant_id']).doUpdateSet({ user_id: id, proved: user.emailVerified }),
    )
    .execute()
  return id
}
