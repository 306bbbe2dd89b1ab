/** Email domains that a tenant claims. */
import { domainToASCII } from 'node:url'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { publicMailDomains } from './public-mail-domains.ts'

const shape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}$/

/** @throws ServiceError VALIDATION_ERROR */
export const readDomains = (domains: readonly string[]): string[] => {
  const read = domains.map((text, index) => {
    const domain = domainToASCII(text.trim().toLowerCase())
    if (!shape.test(domain)) throw invalid(`body.domains.${index}`, 'must be a domain such as example.com')
    if (publicMailDomains.has(domain))
      throw invalid(`body.domains.${index}`, 'belongs to an email provider that anybody can use')
    return domain
  })
  return [...new Set(read)].sort()
}

/** Domains in which an active administrator has a verified address. */
const provenDomains = async (ctx: TenantContext): Promise<Set<string>> => {
  const rows = await ctx.run<{ domain: string }>(
    `select distinct split_part(email, '@', 2) as domain from app_user
     where tenant_id = $1 and 'ADMIN' = any(roles) and state = 'ACTIVE' and removed_at is null and email_verified_at is not null`,
    [ctx.tenantId],
  )
  return new Set(rows.map(({ domain }) => domain))
}

/**
 * Replaces the tenant's domains. A new domain needs an administrator with a verified address in it, so that nobody
 * takes over the sign-in of another organisation.
 * @throws ServiceError VALIDATION_ERROR, or CONFLICT if another tenant has it
 */
export const claimDomains = async (
  ctx: TenantContext,
  before: readonly string[],
  after: readonly string[],
): Promise<void> => {
  const added = after.filter((domain) => !before.includes(domain))
  const removed = before.filter((domain) => !after.includes(domain))
  if (added.length > 0) {
    const proven = await provenDomains(ctx)
    for (const domain of added) {
      if (!proven.has(domain))
        throw invalid(
          `body.domains.${after.indexOf(domain)}`,
          'needs an active administrator whose verified e-mail address is in this domain',
        )
    }
    const claimed = await ctx.db
      .insertInto('sso_domain_directory')
      .values(added.map((domain) => ({ domain, tenant_id: ctx.tenantId })))
      .onConflict((on) => on.doNothing())
      .returning('domain')
      .execute()
    if (claimed.length < added.length) throw conflict('A domain is in use by another organisation')
  }
  if (removed.length > 0) {
    await ctx.db
      .deleteFrom('sso_domain_directory')
      .where('tenant_id', '=', ctx.tenantId)
      .where('domain', 'in', removed)
      .execute()
  }
}
