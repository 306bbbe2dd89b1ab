/** From a verified account of another provider to a member: linked, invited, found by address, or new. */
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { invalid, unauthorized } from '#server/platform/errors.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { type Account, accountsOf, accountsOfIdentity } from '../account/accounts.ts'
import { openTrial } from '../account/open-trial.ts'
import { forgetUnproved } from '../account/prove-address.ts'
import { type Identity, isLinked, linkIdentity, lockIdentity } from './identities.ts'
import { consumeLink, endLinks, markVerified } from './mail-links.ts'
import { startSession } from './sessions.ts'

type Person = Pick<Account, 'id' | 'email' | 'name' | 'roles'>

const signIn = async (ctx: TenantContext, person: Person, device: string) => {
  const { id, email, name, roles } = person
  return {
    user: { id, email, name, roles },
    tokens: await startSession(ctx, person, device),
    isNewUser: false,
  }
}

/** Logs the first sign-in of a member by this provider; sessions show later ones. */
const logSignIn = (
  ctx: TenantContext,
  action: string,
  person: Person,
  identity: Identity,
  device: string,
): void =>
  recordAudit(ctx, {
    action,
    target: person.id,
    targetName: person.name,
    fields: [identity.provider],
    userAgent: device,
    actor: { kind: 'USER', id: person.id, name: person.name },
  })

const signInBound = (ctx: PublicContext, account: Account, identity: Identity) =>
  ctx.inTenant(account.tenantId, 'write', async (tenant) => {
    await linkIdentity(tenant, account.id, identity)
    // A member who was disabled before they verified their address is enabled again as an invited one.
    const joined = await tenant.run(
      `update app_user set state = 'ACTIVE', version = version + 1 where tenant_id = $1 and id = $2 and state = 'INVITED' returning id`,
      [tenant.tenantId, account.id],
    )
    if (joined.length > 0) await endLinks(tenant, account.id, 'INVITATION')
    return signIn(tenant, account, ctx.userAgent)
  })

const acceptInvitation = async (ctx: PublicContext, identity: Identity, invitationToken: string) => {
  const link = ctx.platform.keys.unseal('invitation', invitationToken)
  if (!link) throw unauthorized()
  return ctx.inTenant(link.tenantId, 'write', async (tenant) => {
    await lockIdentity(tenant, identity)
    const owner = await consumeLink(tenant, link.id, 'INVITATION')
    // Thrown inside the transaction, so that a rejected invitation is not used up.
    if (!owner) throw unauthorized()
    await linkIdentity(tenant, owner.id, identity)
    await markVerified(tenant, owner.id)
    logSignIn(tenant, 'auth.acceptInvitation', owner, identity, ctx.userAgent)
    return signIn(tenant, owner, ctx.userAgent)
  })
}

/** The provider has verified the address, so the account with it belongs to the person. */
const linkToAccount = (ctx: PublicContext, account: Account, identity: Identity) =>
  ctx.inTenant(account.tenantId, 'write', async (tenant) => {
    await lockIdentity(tenant, identity)
    await forgetUnproved(ctx, tenant, account)
    await linkIdentity(tenant, account.id, identity)
    await markVerified(tenant, account.id)
    logSignIn(tenant, 'auth.linkIdentity', account, identity, ctx.userAgent)
    return signIn(tenant, account, ctx.userAgent)
  })

/** @returns undefined if another sign-in of the same account was faster */
const createTrial = (ctx: PublicContext, identity: Identity, email: string) =>
  ctx.inTenant(newId(ctx.now.getTime()), 'write', async (tenant) => {
    await lockIdentity(tenant, identity)
    if (await isLinked(tenant, identity)) return undefined
    const { name, language, emailVerified } = identity
    const trial = {
      organisation: name,
      name,
      email,
      passwordHash: null,
      language,
      timeZone: 'UTC',
      emailVerified,
    }
    const { user, tokens } = await openTrial(tenant, trial, ctx.userAgent)
    await linkIdentity(tenant, user.id, identity)
    return { user, tokens, isNewUser: true }
  })

/**
 * @throws ServiceError UNAUTHORIZED for a disabled member, one who must use SSO, and an invalid invitation;
 * VALIDATION_ERROR if a new person has no email address
 */
export const signInWithIdentity = async (
  ctx: PublicContext,
  identity: Identity,
  invitationToken: string | undefined,
) => {
  if (invitationToken !== undefined) return acceptInvitation(ctx, identity, invitationToken)
  for (let attempt = 1; attempt <= 3; attempt++) {
    const bound = await accountsOfIdentity(ctx, identity)
    const account = bound.find(({ state, ssoOnly }) => state !== 'DISABLED' && !ssoOnly)
    if (account) return signInBound(ctx, account, identity)
    if (bound.length > 0) throw unauthorized()
    const known = identity.emailVerified && identity.email ? await accountsOf(ctx, identity.email) : []
    const open = known.find(({ state, ssoOnly }) => state !== 'DISABLED' && !ssoOnly)
    if (open) return linkToAccount(ctx, open, identity)
    if (known.length > 0) throw unauthorized()
    if (identity.email === undefined)
      throw invalid('body.accessToken', 'has no email address; request the scopes email and profile too')
    const made = await createTrial(ctx, identity, identity.email)
    if (made) return made
  }
  throw unauthorized()
}
