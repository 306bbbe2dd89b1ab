/**
 * The keys of this service for a tenant's identity provider, each created once and stored encrypted: one signs SAML
 * requests, the other decrypts assertions.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { makeSigningCertificate, type SigningCertificate } from '#server/platform/crypto/certificate.ts'

type KeyUse = 'signing' | 'encryption'
const purpose = (use: KeyUse): string => `sso-${use}-key`

const readKey = async (ctx: TenantContext, use: KeyUse): Promise<SigningCertificate | undefined> => {
  const row = await ctx.db.selectFrom('sso_key').selectAll().executeTakeFirst()
  const [sealed, certificate] =
    use === 'signing'
      ? [row?.private_key, row?.certificate]
      : [row?.encryption_private_key, row?.encryption_certificate]
  if (!sealed || !certificate) return undefined
  const privateKey = ctx.platform.keys.decrypt(purpose(use), sealed)
  return privateKey === undefined ? undefined : { privateKey, certificate }
}

const createKey = async (
  ctx: TenantContext,
  use: KeyUse,
  save: (sealed: string, certificate: string) => Promise<unknown>,
): Promise<SigningCertificate> => {
  const known = await readKey(ctx, use)
  if (known) return known
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:sso-key`])
  const made = await readKey(ctx, use)
  if (made) return made
  const fresh = await makeSigningCertificate(new URL(ctx.platform.config.baseUrl).hostname, ctx.now)
  await save(ctx.platform.keys.encrypt(purpose(use), fresh.privateKey), fresh.certificate)
  return fresh
}

const storedText = `select private_key as signing, encryption_private_key as encryption
  from sso_key where tenant_id = $1 for update`
const renewText = 'update sso_key set private_key = $2, encryption_private_key = $3 where tenant_id = $1'

/** Creates the key if there is none, or if it can no longer be decrypted because SECRET changed. */
export const signingKey = (ctx: TenantContext): Promise<SigningCertificate> =>
  createKey(ctx, 'signing', (private_key, certificate) => {
    const values = { private_key, certificate, created_at: ctx.now }
    return ctx.db
      .insertInto('sso_key')
      .values({ tenant_id: ctx.tenantId, ...values })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
      .execute()
  })

/** Created when its certificate is first published, like the signing key. */
export const encryptionKey = async (ctx: TenantContext): Promise<SigningCertificate> => {
  await signingKey(ctx)
  return createKey(ctx, 'encryption', (encryption_private_key, encryption_certificate) =>
    ctx.db.updateTable('sso_key').set({ encryption_private_key, encryption_certificate }).execute(),
  )
}

export const renewKeys = async ({ run, tenantId, platform }: TenantContext): Promise<void> => {
  const [row] = await run<{ signing: string; encryption: string | null }>(storedText, [tenantId])
  if (!row) return
  const { signing, encryption } = row
  const [next, other] = [
    platform.keys.reencrypt(purpose('signing'), signing),
    encryption === null ? undefined : platform.keys.reencrypt(purpose('encryption'), encryption),
  ]
  if (next !== undefined || other !== undefined)
    await run(renewText, [tenantId, next ?? signing, other ?? encryption])
}

/** @returns undefined if it was never published, or can no longer be decrypted */
export const readEncryptionKey = (ctx: TenantContext): Promise<SigningCertificate | undefined> =>
  readKey(ctx, 'encryption')
