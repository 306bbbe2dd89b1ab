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
