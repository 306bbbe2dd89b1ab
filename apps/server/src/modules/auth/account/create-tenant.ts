/** A new tenant with the defaults of all modules (`tenantDefaults` of their manifests), and its first people. */
import type { Plan, Role } from '#contracts/kit/vocabulary.ts'
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
  for (const write of ctx.platform.tenantDefaults) await write(ctx, tenant.language)
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

/** Adds people and their lines in the e-mail directory, in two statements. @returns the ids in the same order */
export const createUsers = async (ctx: TenantContext, users: readonly NewUser[]): Promise<string[]> => {
  if (users.length === 0) return []
  const rows = users.map((user) => ({ ...user, id: newId(ctx.now.getTime()) }))
  await ctx.db
    .insertInto('app_user')
    .values(
      rows.map((user) => ({
        tenant_id: ctx.tenantId,
        id: user.id,
        email: user.email,
        name: user.name,
        roles: [...user.roles],
        state: user.state,
        password_hash: user.passwordHash,
        language: user.language,
        email_verified_at: user.emailVerified ? ctx.now : null,
        created_at: ctx.now,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('email_directory')
    .values(
      rows.map(({ id, email, emailVerified }) => ({
        email,
        tenant_id: ctx.tenantId,
        user_id: id,
        proved: emailVerified,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['email', 'tenant_id']).doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        proved: eb.ref('excluded.proved'),
      })),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds a person and their line in the e-mail directory. @returns the id */
export const createUser = async (ctx: TenantContext, user: NewUser): Promise<string> => {
  const [id = ''] = await createUsers(ctx, [user])
  return id
}
