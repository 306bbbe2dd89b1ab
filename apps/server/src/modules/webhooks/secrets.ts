/** Secrets of webhooks, and signatures by Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'
import type { TenantContext } from '#server/platform/context.ts'
import type { WebhookRow } from './webhook-row.ts'

const purpose = 'webhook'
const prefix = 'whsec_'

/** @returns the secret, which is shown once, and its stored form */
export const newSecret = ({ platform }: TenantContext): { secret: string; sealed: string } => {
  const secret = prefix + randomBytes(32).toString('base64')
  return { secret, sealed: platform.keys.encrypt(purpose, secret) }
}

/** Encrypted, and the time until which it signs. */
type Replaced = { secret: string; until: string }

/** Older secrets that still sign: each was shown to somebody, and the first may be the one in use. */
export const olderSecrets = (
  { former_secret: secret, former_until: until, older_secrets: older }: WebhookRow,
  now: Date,
): Replaced[] =>
  [
    ...(secret !== null && until !== null ? [{ secret, until: until.toISOString() }] : []),
    ...(older as Replaced[]),
  ]
    // guard: former-secret-ends
    .filter((one) => new Date(one.until) > now)

/** Secrets that sign now, newest first, without those that can no longer be decrypted. */
export const signingSecrets = (ctx: TenantContext, row: WebhookRow): string[] => {
  const sealed = [row.secret, ...olderSecrets(row, ctx.now).map(({ secret }) => secret)]
  return sealed.flatMap((one) => ctx.platform.keys.decrypt(purpose, one) ?? [])
}

const storedText =
  'select id, secret, former_secret, older_secrets from webhook where tenant_id = $1 and deleted_at is null order by id for update'
const renewText = `update webhook w set secret = row.secret, former_secret = row.former, older_secrets = row.older
  from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[]) as row (id, secret, former, older) where w.tenant_id = $1 and w.id = row.id`

export const renewSecrets = async (ctx: TenantContext): Promise<void> => {
  const rows = await ctx.run<Pick<WebhookRow, 'id' | 'secret' | 'former_secret' | 'older_secrets'>>(
    storedText,
    [ctx.tenantId],
  )
  const renewed = (sealed: string | null): string | undefined =>
    sealed === null ? undefined : ctx.platform.keys.reencrypt(purpose, sealed)
  const fresh = rows.flatMap(({ id, secret, former_secret: former, older_secrets }) => {
    const older = older_secrets as Replaced[]
    const sealed = [secret, former, ...older.map((one) => one.secret)]
    const again = sealed.map((one) => renewed(one))
    if (again.every((one) => one === undefined)) return []
    const [next, before, ...others] = again
    return [
      {
        id,
        secret: next ?? secret,
        former: before ?? former,
        older: older.map((one, at) => ({ ...one, secret: others[at] ?? one.secret })),
      },
    ]
  })
  if (fresh.length === 0) return
  await ctx.run(renewText, [
    ctx.tenantId,
    fresh.map(({ id }) => id),
    fresh.map(({ secret }) => secret),
    fresh.map(({ former }) => former),
    fresh.map(({ older }) => JSON.stringify(older)),
  ])
}

/** `v1,…` for each secret, separated by spaces. */
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
