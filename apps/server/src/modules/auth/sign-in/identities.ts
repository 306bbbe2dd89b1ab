/** Accounts of other providers and the people of our tenants that they sign in. */
import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/gate/text.ts'

export interface Identity {
  readonly provider: string
  /** hashed */
  readonly subject: string
  readonly email: string | undefined
  /** the provider answers for the address */
  readonly emailVerified: boolean
  readonly name: string
  readonly language: VisitorLanguage
}

/** The directories know an account by this alone. */
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

/** Two first sign-ins at once by one account wait for each other, so that they make one tenant. */
export const lockIdentity = async (ctx: TenantContext, { provider, subject }: Identity): Promise<void> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`identity:${provider}:${subject}`])
}

/** Whether the account signs in somebody of any tenant. */
export const isBound = async (ctx: TenantContext, { provider, subject }: Identity): Promise<boolean> => {
  const rows = await ctx.run(
    'select 1 from identity_directory where provider = $1 and subject = $2 limit 1',
    [provider, subject],
  )
  return rows.length > 0
}

/**
 * The account signs this person in from now on.
 * @throws ServiceError UNAUTHORIZED when it is another person's of the tenant
 */
export const bindIdentity = async (
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

/** None of the accounts of other providers signs this person in any more. */
export const unbindIdentities = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run('delete from user_identity where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])
  await ctx.run('delete from identity_directory where tenant_id = $1 and user_id = $2', [
    ctx.tenantId,
    userId,
  ])
}
