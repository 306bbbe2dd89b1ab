/** Secrets of webhooks, and the signature of Standard Webhooks that they make. */
import { createHmac, randomBytes } from 'node:crypto'
import type { TenantContext } from '#server/platform/context.ts'
import type { WebhookRow } from './webhook-row.ts'

const purpose = 'webhook'
const prefix = 'whsec_'

/** @returns what is shown once, and what is stored */
export const newSecret = ({ platform }: TenantContext): { secret: string; sealed: string } => {
  const secret = prefix + randomBytes(32).toString('base64')
  return { secret, sealed: platform.keys.encrypt(purpose, secret) }
}

/** Those that sign now, the newest first; those that this service cannot read any more are left out. */
export const signingSecrets = (ctx: TenantContext, row: WebhookRow): string[] => {
  const sealed = [
    row.secret,
    // guard: former-secret-ends
    row.former_secret !== null && row.former_until !== null && row.former_until > ctx.now
      ? row.former_secret
      : null,
  ]
  return sealed.flatMap((one) => (one === null ? [] : (ctx.platform.keys.decrypt(purpose, one) ?? [])))
}

const storedText =
  'select id, secret, former_secret from webhook where tenant_id = $1 and deleted_at is null order by id for update'
const renewText = `update webhook w set secret = row.secret, former_secret = row.former
  from unnest($2::uuid[], $3::text[], $4::text[]) as row (id, secret, former) where w.tenant_id = $1 and w.id = row.id`

export const renewSecrets = async (ctx: TenantContext): Promise<void> => {
  const rows = await ctx.run<Pick<WebhookRow, 'id' | 'secret' | 'former_secret'>>(storedText, [ctx.tenantId])
  const renewed = (sealed: string | null): string | undefined =>
    sealed === null ? undefined : ctx.platform.keys.reencrypt(purpose, sealed)
  const fresh = rows.flatMap(({ id, secret, former_secret: former }) => {
    const [next, before] = [renewed(secret), renewed(former)]
    return next === undefined && before === undefined
      ? []
      : [{ id, secret: next ?? secret, former: before ?? former }]
  })
  if (fresh.length === 0) return
  await ctx.run(renewText, [
    ctx.tenantId,
    fresh.map(({ id }) => id),
    fresh.map(({ secret }) => secret),
    fresh.map(({ former }) => former),
  ])
}

/** `v1,…` for each secret, with spaces between them. */
export const signatureOf = (
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
