/** What several member endpoints need. */
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

/** @throws ServiceError NOT_FOUND unless all are buildings of the tenant */
export const requireBuildings = async (ctx: TenantContext, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const found = await ctx.db
    .selectFrom('building')
    .select('id')
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  if (found.length !== new Set(ids).size) throw notFound()
}

/**
 * Before an ADMIN stops being one: one active ADMIN must remain. Two at once wait for each other.
 * @throws ServiceError CONFLICT
 */
export const keepOneAdmin = async (ctx: TenantContext, leavingId: string): Promise<void> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:admins`])
  const others = await ctx.run(
    `select 1 from app_user where tenant_id = $1 and id <> $2 and state = 'ACTIVE' and removed_at is null and 'ADMIN' = any(roles) limit 1`,
    [ctx.tenantId, leavingId],
  )
  if (others.length === 0) throw conflict('The last active administrator must stay one')
}
