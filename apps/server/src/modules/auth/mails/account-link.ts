/** Emails with a link of the account: the token is derived from the row. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { SealKind } from '#server/platform/crypto/keys.ts'
import { type Block, inertName } from '#server/platform/mail/layout.ts'
import { sampleToken } from '#server/platform/mail/samples.ts'

/** The same kind of link in another organisation of the reader. */
const OtherLink = Type.Object({ tenantId: Id, linkId: Id, organisation: Type.String() })
export type OtherLink = Static<typeof OtherLink>

export const LinkAsked = Type.Object({ linkId: Id, others: Type.Optional(Type.Array(OtherLink)) })

export interface AccountLink {
  /** BASE_URL/app/PAGE#token=… */
  readonly link: string
  /** six digits, for a person who requested the link on another device than the one with their email */
  readonly code: string
  readonly expiresInMinutes: number
  /** organisation that the link signs in to */
  readonly organisation: string
  readonly others: readonly { readonly organisation: string; readonly link: string }[]
}

/** Undefined if the link has expired, for example because the mail server was down for an hour. */
export const readAccountLink = async (
  ctx: TenantContext,
  { linkId, others = [] }: Static<typeof LinkAsked>,
  kind: SealKind,
  page: string,
) => {
  const [row] = await ctx.run<{
    to: string
    name: string
    language: string
    lifetime: number
    organisation: string
  }>(
    `select u.email as "to", u.name, u.language, t.name as organisation, extract(epoch from l.expires_at - l.created_at)::int as lifetime
     from mail_link l join app_user u on u.tenant_id = $1 and u.id = l.user_id and u.removed_at is null and u.state <> 'DISABLED'
     join tenant t on t.id = l.tenant_id
     where l.tenant_id = $1 and l.id = $2 and l.used_at is null and l.expires_at > $3`,
    [ctx.tenantId, linkId, ctx.now],
  )
  if (!row) return undefined
  const { keys, config } = ctx.platform
  const linkTo = (tenantId: string, id: string) =>
    `${config.baseUrl}/app/${page}#token=${keys.seal(kind, tenantId, id)}`
  const facts: AccountLink = {
    link: linkTo(ctx.tenantId, linkId),
    code: keys.digits(ctx.tenantId, linkId),
    expiresInMinutes: row.lifetime / 60,
    organisation: row.organisation,
    others: others.map((one) => ({
      organisation: one.organisation,
      link: linkTo(one.tenantId, one.linkId),
    })),
  }
  return { to: row.to, name: row.name, language: row.language, facts }
}

export const sampleLink = (base: string, page: string): AccountLink => ({
  link: `${base}/app/${page}#token=${sampleToken}`,
  code: '042917',
  expiresInMinutes: 15,
  organisation: 'Main library',
  others: [],
})

/** For a person in several organisations: names the one of the link above, and lists links to the others. */
export const otherLinks = (
  { organisation, others }: AccountLink,
  words: { readonly leads: (values: { organisation: string }) => string; readonly others: string },
): readonly Block[] =>
  others.length === 0
    ? []
    : [
        { kind: 'text', text: words.leads({ organisation: inertName(organisation) }) },
        { kind: 'title', text: words.others },
        ...others.map((other) => ({
          kind: 'button' as const,
          label: inertName(other.organisation),
          url: other.link,
        })),
      ]
