/** Mails with a link of the account: the token belongs to the row and is derived from it. */
import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { SealKind } from '#server/platform/crypto/keys.ts'
import { sampleToken } from '#server/platform/mail/samples.ts'

export const LinkAsked = Type.Object({ linkId: Id })

export interface AccountLink {
  /** BASE_URL/app/PAGE#token=… */
  readonly link: string
  /** six digits, for who asked on another device than the one that reads mail */
  readonly code: string
  readonly expiresInMinutes: number
}

/** Undefined where it is over, e.g. because the mail server was away for an hour: such a link helps nobody. */
export const readAccountLink = async (ctx: TenantContext, linkId: string, kind: SealKind, page: string) => {
  const [row] = await ctx.run<{ to: string; language: string; lifetime: number }>(
    `select u.email as "to", u.language, extract(epoch from l.expires_at - l.created_at)::int as lifetime
     from mail_link l join app_user u on u.tenant_id = $1 and u.id = l.user_id and u.removed_at is null and u.state <> 'DISABLED'
     where l.tenant_id = $1 and l.id = $2 and l.used_at is null and l.expires_at > $3`,
    [ctx.tenantId, linkId, ctx.now],
  )
  if (!row) return undefined
  const { keys, config } = ctx.platform
  const facts: AccountLink = {
    link: `${config.baseUrl}/app/${page}#token=${keys.seal(kind, ctx.tenantId, linkId)}`,
    code: keys.digits(ctx.tenantId, linkId),
    expiresInMinutes: row.lifetime / 60,
  }
  return { to: row.to, language: row.language, facts }
}

export const sampleLink = (base: string, page: string): AccountLink => ({
  link: `${base}/app/${page}#token=${sampleToken}`,
  code: '042917',
  expiresInMinutes: 15,
})
