/** Accounts of other providers and the members that they sign in. */
import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/gate/text.ts'

export interface Identity {
  readonly provider: string
  /** as a hash */
  readonly subject: string
  readonly email: string | undefined
  /** the provider has verified the address */
  readonly emailVerified: boolean
  readonly name: string
  readonly language: VisitorLanguage
}

/** The key of an account in the directory tables. */
export const subjectOf = (...parts: readonly string[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url')

export const nameOf = (claims: JWTPayload, email: string | undefined): string => {
  const parts = [claims.given_name, claims.family_name].filter((part) => typeof part === 'string').join(' ')
  const whole = typeof claims.name === 'string' ? claims.name : parts
  return cleanLine(whole, 120) || cleanLine(email?.split('@')[0] ?? '', 120) || 'Somebody'
}

export const languageOf = ({ locale }: JWTPayload): VisitorLanguage => {
  const base = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/)[0] : undefined
  return visitorLanguages.find((language) => language === base) ?? 'en'
}

/** Serialises first sign-ins by one account, so that they create one tenant only. */
export const lockIdentity = async (ctx: TenantContext, { provider, subject }: Identity): Promise<void> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`identity:${provider}:${subject}`])
}

/** Whether the account is linked to a member of any tenant. */
export const isLinked = async (ctx: TenantContext, { provider, subject }: Identity): Promise<boolean> => {
  const rows = await ctx.run(
    'select 1 from identity_directory where provider = $1 and subject = $2 limit 1',
    [provider, subject],
  )
  return rows.length > 0
}

/**
 * Links the account to this member.
 * @throws ServiceError UNAUTHORIZED if it is linked to another member of the tenant
 */
export const linkIdentity = async (
  ctx: TenantContext,
  userId: string,
  { provider, subject }: Identity,
): Promise<void> => {
  const [row] = await ctx.run<{ user_id: string }>(
    `insert into user_identity (tenant_id, provider, subject, user_id, created_at, last_used_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (tenant_id, provider, subject) do update set last_used_at = excluded.last_used_at returning user_id`,
    [ctx.tenantId, provider, subject, userId, ctx.now],
  )
  if (row?.user_id !== userId) throw unauthorized()
  await ctx.run(
    `insert into identity_directory (provider, subject, tenant_id, user_id) values ($1, $2, $3, $4)
     on conflict (provider, subject, tenant_id) do nothing`,
    [provider, subject, ctx.tenantId, userId],
  )
}

/** Removes all links of this member to accounts of other providers. */
export const unlinkIdentities = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run('delete from user_identity where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])
  await ctx.run('delete from identity_directory where tenant_id = $1 and user_id = $2', [
    ctx.tenantId,
    userId,
  ])
}
