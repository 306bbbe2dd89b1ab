/**
 * Emailed links. The row stores which and until when; the token is derived from it, so the database holds no usable
 * token.
 */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { ask, askEach } from '#server/platform/mail/define.ts'
import type { Account } from '../account/accounts.ts'
import type { OtherLink } from '../mails/account-link.ts'
import { type Inviting, invitation } from '../mails/invitation.ts'
import { passwordReset } from '../mails/password-reset.ts'
import { signIn } from '../mails/sign-in.ts'

const minute = 60_000
/** Sign-in and reset links live 15 minutes, an invitation a week. */
const lifetime = { SIGN_IN: 15 * minute, RESET: 15 * minute, INVITATION: 7 * 24 * 60 * minute } as const
export type LinkKind = keyof typeof lifetime

const makeLinks = async (
  ctx: TenantContext,
  kind: LinkKind,
  userIds: readonly string[],
): Promise<string[]> => {
  if (userIds.length === 0) return []
  const rows = userIds.map((userId) => ({
    tenant_id: ctx.tenantId,
    id: newId(ctx.now.getTime()),
    kind,
    user_id: userId,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + lifetime[kind]),
  }))
  await ctx.db.insertInto('mail_link').values(rows).execute()
  return rows.map(({ id }) => id)
}

/**
 * Queues one email to a person: with the link of the first account, and below it one for each other organisation.
 * @param accounts of one address, as `accountsOf` sorts them
 */
export const requestLinks = async (
  visit: PublicContext,
  kind: 'SIGN_IN' | 'RESET',
  [first, ...rest]: readonly Account[],
): Promise<void> => {
  if (!first) return
  const others: OtherLink[] = []
  // An account with an unverified address may be anybody's, and its organisation's name would appear in this email.
  for (const { tenantId, id, organisation } of rest.filter(({ verified }) => verified)) {
    const [linkId = ''] = await visit.inTenant(tenantId, 'write', (tenant) => makeLinks(tenant, kind, [id]))
    others.push({ tenantId, linkId, organisation })
  }
  await visit.inTenant(first.tenantId, 'write', async (tenant) => {
    const [linkId = ''] = await makeLinks(tenant, kind, [first.id])
    await ask(tenant, kind === 'RESET' ? passwordReset : signIn, { linkId, others })
  })
}

/** Invites many people at once. */
export const requestInvitations = async (
  ctx: TenantContext,
  userIds: readonly string[],
  inviting: Inviting,
): Promise<void> => {
  const linkIds = await makeLinks(ctx, 'INVITATION', userIds)
  await askEach(
    ctx,
    invitation,
    linkIds.map((linkId) => ({ linkId, ...inviting })),
  )
}

export const requestInvitation = (ctx: TenantContext, userId: string, inviting: Inviting): Promise<void> =>
  requestInvitations(ctx, [userId], inviting)

const ssoLifetime = minute

/** A token that signs in once, within a minute, after the identity provider confirmed the person. It is not emailed. */
export const oneTimeSignIn = async (ctx: TenantContext, userId: string): Promise<string> => {
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('mail_link')
    .values({
      tenant_id: ctx.tenantId,
      id,
      kind: 'SSO',
      user_id: userId,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + ssoLifetime),
    })
    .execute()
  return ctx.platform.keys.seal('sso-sign-in', ctx.tenantId, id)
}

export interface LinkOwner {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: Role[]
  readonly state: string
}

/** Uses up a link, once even if a hundred try at the same time. @returns undefined if it is used, expired or unknown */
export const consumeLink = async (
  ctx: TenantContext,
  linkId: string,
  kind: LinkKind | 'SSO',
): Promise<LinkOwner | undefined> => {
  // guard: link-once
  // guard: link-ends
  const [owner] = await ctx.run<LinkOwner>(
    `update mail_link l set used_at = $3 from app_user u
     where l.tenant_id = $1 and l.id = $2 and l.kind = $4 and l.used_at is null and l.expires_at > $3
       and u.tenant_id = $1 and u.id = l.user_id and u.removed_at is null and u.state <> 'DISABLED'
     returning u.id, u.email, u.name, u.roles, u.state`,
    [ctx.tenantId, linkId, ctx.now, kind],
  )
  return owner
}

/** Ends the open links of a kind, for example an invitation that is sent again. */
export const endLinks = async (ctx: TenantContext, userId: string, kind: LinkKind): Promise<void> => {
  await ctx.db
    .updateTable('mail_link')
    .set({ used_at: ctx.now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
}

/** An emailed link was opened, so the person owns the address; an invited person has joined. */
export const markVerified = async (ctx: TenantContext, userId: string): Promise<void> => {
  const [changed] = await ctx.run<{ email: string }>(
    `update app_user set email_verified_at = coalesce(email_verified_at, $3), state = 'ACTIVE', version = version + 1
     where tenant_id = $1 and id = $2 and (email_verified_at is null or state = 'INVITED') and state <> 'DISABLED' returning email`,
    [ctx.tenantId, userId, ctx.now],
  )
  if (!changed) return
  await ctx.run(
    'update email_directory set proved = true where email = $3 and tenant_id = $1 and user_id = $2 and not proved',
    [ctx.tenantId, userId, changed.email],
  )
  // The person joined in another way, so the link of the invitation must stop working.
  await endLinks(ctx, userId, 'INVITATION')
}
