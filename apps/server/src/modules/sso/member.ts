/** From a person at the identity provider to a member, with the roles that the mapping gives. */
import { type Role, roles as roleNames } from '#contracts/kit/vocabulary.ts'
import { createUser, markVerified } from '#server/modules/auth/public.ts'
import { otherAdminRemains } from '#server/modules/team/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import type { SsoConfiguration } from './configuration.ts'
import type { Person } from './person.ts'
import { SsoRefusal } from './refusal.ts'

interface KnownMember {
  readonly id: string
  readonly email: string
  readonly state: 'INVITED' | 'ACTIVE' | 'DISABLED'
  readonly roles: Role[]
  readonly break_glass: boolean
}

/** The actor in the audit log: the role mapping changed the roles, not the person. */
const actor = { kind: 'SYSTEM', id: 'sso', name: 'Single sign-on' } as const

export interface Decision {
  /** undefined: will be created */
  readonly member: KnownMember | undefined
  /** matched by subject, not only by address */
  readonly identified: boolean
  readonly email: string
  readonly roles: readonly Role[]
}

const columns = 'u.id, u.email, u.state, u.roles, u.break_glass'

const byIdentity = async (
  ctx: TenantContext,
  { issuer, subject, subjectIsAddress }: Person,
): Promise<KnownMember | undefined> => {
  const [row] = await ctx.run<KnownMember>(
    `select ${columns} from sso_identity i join app_user u on u.tenant_id = $1 and u.id = i.user_id
     where i.tenant_id = $1 and i.issuer = $2 and u.removed_at is null
       and (i.subject = $3 or ($4 and lower(i.subject) = lower($3)))
     order by i.subject = $3 desc limit 1`,
    [ctx.tenantId, issuer, subject, subjectIsAddress],
  )
  return row
}

/** @throws SsoRefusal */
const byAddress = async (
  ctx: TenantContext,
  person: Person,
  domains: readonly string[],
): Promise<{ email: string; member: KnownMember | undefined }> => {
  const { email } = person
  if (email === undefined) throw new SsoRefusal('NO_ADDRESS')
  // An identity provider is trusted for the domains of its own organisation only.
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new SsoRefusal('FOREIGN_DOMAIN')
  if (!person.vouched)
    throw new SsoRefusal('NO_ADDRESS', 'the provider says that the address is not verified')
  const [row] = await ctx.run<KnownMember & { taken: boolean }>(
    `select ${columns},
       exists (select from sso_identity i where i.tenant_id = $1 and i.user_id = u.id and i.issuer = $3) as taken
     from app_user u where u.tenant_id = $1 and u.email = $2 and u.removed_at is null`,
    [ctx.tenantId, email, person.issuer],
  )
  // An address that now belongs to another subject must not take over the account.
  if (row?.taken) throw new SsoRefusal('OTHER_PERSON')
  return { email, member: row }
}

const groupsLeftOut =
  'the provider left the groups out, since there are too many: let it send only the groups of this application, or app roles'

/** @throws SsoRefusal NO_ROLE */
const rolesFor = (set: SsoConfiguration, person: Person, member: KnownMember | undefined): Role[] => {
  const matched = set.roleMapping.filter(({ claim, value }) => person.values(claim).includes(value))
  const kept = member?.break_glass && member.roles.includes('ADMIN') ? (['ADMIN'] as const) : []
  const given =
    matched.length > 0
      ? matched.flatMap(({ roles }) => roles)
      : set.roleMapping.length === 0 && member
        ? member.roles
        : set.defaultRoles
  // The provider left the groups out, so a member keeps their roles.
  if (person.groupsLeftOut && member) return member.roles
  if (!given) throw new SsoRefusal('NO_ROLE', person.groupsLeftOut ? groupsLeftOut : undefined)
  const all = new Set<Role>([...given, ...kept])
  return roleNames.filter((role) => all.has(role))
}

/** Whether the person may sign in, and as what; changes nothing. @throws SsoRefusal */
export const decideAdmission = async (
  ctx: TenantContext,
  set: SsoConfiguration,
  domains: readonly string[],
  person: Person,
): Promise<Decision> => {
  const identified = await byIdentity(ctx, person)
  const { email, member } = identified
    ? { email: identified.email, member: identified }
    : await byAddress(ctx, person, domains)
  if (member?.state === 'DISABLED') throw new SsoRefusal('DISABLED')
  if (!member && !set.justInTime) throw new SsoRefusal('NOT_A_MEMBER')
  return { member, identified: identified !== undefined, email, roles: rolesFor(set, person, member) }
}

const createMember = async (
  ctx: TenantContext,
  decision: Decision,
  person: Person,
  language: string,
): Promise<string> => {
  try {
    await claimQuota(ctx, 'members', 1)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PLAN_LIMIT_REACHED') throw new SsoRefusal('NO_PLACE')
    throw error
  }
  return createUser(ctx, {
    email: decision.email,
    name: person.name ?? decision.email.slice(0, decision.email.indexOf('@')),
    roles: decision.roles,
    state: 'ACTIVE',
    passwordHash: null,
    language,
    emailVerified: true,
  })
}

const lockText = 'select 1 from app_user where tenant_id = $1 and id = $2 for no key update'

/** The last active administrator keeps the role, whatever the mapping says. */
const applyRoles = async (
  ctx: TenantContext,
  member: KnownMember,
  wanted: readonly Role[],
): Promise<void> => {
  const same = wanted.length === member.roles.length && wanted.every((role) => member.roles.includes(role))
  if (same) return
  const stops = member.state === 'ACTIVE' && member.roles.includes('ADMIN') && !wanted.includes('ADMIN')
  // Locks the member before the administrators are counted, in the same order as a change of roles by hand.
  if (stops) await ctx.run(lockText, [ctx.tenantId, member.id])
  const roles = stops && !(await otherAdminRemains(ctx, member.id)) ? [...wanted, 'ADMIN' as const] : wanted
  await ctx.db
    .updateTable('app_user')
    .set((eb) => ({ roles: [...roles], version: eb('version', '+', 1) }))
    .where('id', '=', member.id)
    .execute()
  recordAudit(ctx, {
    action: 'sso.setRoles',
    target: member.id,
    targetName: member.email,
    fields: ['roles'],
    actor,
  })
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
}

/** Creates or updates the member. @returns the id; throws SsoRefusal */
export const provisionMember = async (
  ctx: TenantContext,
  setup: { set: SsoConfiguration; domains: readonly string[]; language: string },
  person: Person,
): Promise<string> => {
  // Serialises first sign-ins of a tenant, so that nobody is created twice.
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:sso-admit`])
  const decision = await decideAdmission(ctx, setup.set, setup.domains, person)
  const { member } = decision
  const id = member?.id ?? (await createMember(ctx, decision, person, setup.language))
  if (member) await applyRoles(ctx, member, decision.roles)
  if (member && !decision.identified) await markVerified(ctx, id)
  if (!decision.identified) {
    const action = member ? 'sso.linkMember' : 'sso.addMember'
    recordAudit(ctx, { action, target: id, targetName: decision.email, fields: [], actor })
    await ctx.run(
      `insert into sso_identity (tenant_id, issuer, subject, user_id, created_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, issuer, subject) do update set user_id = excluded.user_id, created_at = excluded.created_at`,
      [ctx.tenantId, person.issuer, person.subject, id, ctx.now],
    )
  }
  return id
}
