/** Shared by several member endpoints. */
import type { TenantContext } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type MemberRow, presentMember, selectMembers } from './present-member.ts'

/** @throws ServiceError NOT_FOUND */
export const memberById = async (ctx: TenantContext, id: string): Promise<MemberRow> => {
  const row = await selectMembers(ctx).where('app_user.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const presentMemberById = async (ctx: TenantContext, id: string) =>
  presentMember(await memberById(ctx, id))

/** The addresses among these that are already in the team. */
export const membersAmong = async (ctx: TenantContext, emails: readonly string[]): Promise<Set<string>> => {
  const rows = await ctx.run<{ email: string }>(
    'select email from app_user where tenant_id = $1 and email = any($2::text[]) and removed_at is null',
    [ctx.tenantId, emails],
  )
  return new Set(rows.map(({ email }) => email))
}

/** @throws ServiceError NOT_FOUND unless all are buildings of the tenant */
export const requireBuildings = async (ctx: TenantContext, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const found = await ctx.db
    .selectFrom('building')
    .select('id')
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  // guard: tenant-of-covered-buildings
  if (found.length !== new Set(ids).size) throw notFound()
}

interface Remaining {
  admins: number
  break_glass: number
  needs_break_glass: boolean
}

/** The administrators who remain without this one. Locks them, so that two who leave at once wait for each other. */
const remaining = async (ctx: TenantContext, leavingId: string): Promise<Remaining> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:admins`])
  const [row] = await ctx.run<Remaining>(
    `select count(*) as admins,
       count(*) filter (where break_glass and password_hash is not null) as break_glass,
       exists (select from app_user u join tenant t on t.id = u.tenant_id
               where u.tenant_id = $1 and u.id = $2 and u.break_glass and t.sso_required) as needs_break_glass
     from app_user where tenant_id = $1 and id <> $2 and state = 'ACTIVE' and removed_at is null and 'ADMIN' = any(roles)`,
    [ctx.tenantId, leavingId],
  )
  return row ?? { admins: 0, break_glass: 0, needs_break_glass: false }
}

/** Whether another active ADMIN remains; true until the end of the transaction. */
export const otherAdminRemains = async (ctx: TenantContext, leavingId: string): Promise<boolean> =>
  (await remaining(ctx, leavingId)).admins > 0

/**
 * Call before an ADMIN loses the role: one active ADMIN must remain, and while SSO is required one break-glass
 * administrator.
 * @throws ServiceError CONFLICT
 */
export const keepOneAdmin = async (ctx: TenantContext, leavingId: string): Promise<void> => {
  const { admins, break_glass, needs_break_glass } = await remaining(ctx, leavingId)
  if (admins === 0) throw conflict('At least one active administrator must remain')
  if (needs_break_glass && break_glass === 0)
    throw conflict('At least one administrator who can sign in without SSO must remain')
}
