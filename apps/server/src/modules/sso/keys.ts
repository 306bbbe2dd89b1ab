/** The key with which this service signs its SAML requests for a tenant; made once, kept encrypted. */
import type { TenantContext } from '#server/platform/context.ts'
import { makeSigningCertificate, type SigningCertificate } from '#server/platform/crypto/certificate.ts'

const purpose = 'sso-signing-key'

const read = async (ctx: TenantContext): Promise<SigningCertificate | undefined> => {
  const row = await ctx.db.selectFrom('sso_key').select(['private_key', 'certificate']).executeTakeFirst()
  const privateKey = row && ctx.platform.keys.decrypt(purpose, row.private_key)
  return row && privateKey !== undefined ? { privateKey, certificate: row.certificate } : undefined
}

/** Makes it where there is none, or where SECRET was changed since and it can be read no more. */
export const signingKey = async (ctx: TenantContext): Promise<SigningCertificate> => {
  const known = await read(ctx)
  if (known) return known
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:sso-key`])
  const made = await read(ctx)
  if (made) return made
  const fresh = await makeSigningCertificate(new URL(ctx.platform.config.baseUrl).hostname, ctx.now)
  const values = {
    private_key: ctx.platform.keys.encrypt(purpose, fresh.privateKey),
    certificate: fresh.certificate,
    created_at: ctx.now,
  }
  await ctx.db
    .insertInto('sso_key')
    .values({ tenant_id: ctx.tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute()
  return fresh
}
