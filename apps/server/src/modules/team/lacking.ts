/** Members who can be notified by email only, and those who never accepted their invitation. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberLack } from '#contracts/setup-health.ts'
import type { TenantContext } from '#server/platform/context.ts'

/** SQL conditions on `app_user`. */
export const lackConditions = (tenantId: string): Readonly<Record<MemberLack, RawBuilder<SqlBool>>> => ({
  DEVICE: sql`(app_user.state = 'ACTIVE' and 'TECHNICIAN' = any(app_user.roles) and not exists (
    select from push_subscription p where p.tenant_id = ${tenantId} and p.user_id = app_user.id))`,
})

export const countIncompleteMembers = async (
  ctx: TenantContext,
): Promise<Readonly<Record<'JOINED' | MemberLack, number>>> =>
  ctx.db
    .selectFrom('app_user')
    .where('removed_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('app_user.state', '=', 'INVITED').as('JOINED'),
      fn.countAll<number>().filterWhere(lackConditions(ctx.tenantId).DEVICE).as('DEVICE'),
    ])
    .executeTakeFirstOrThrow()
