import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

/**
 * Locks a building until the commit, so that no place is added meanwhile.
 * @throws ServiceError NOT_FOUND if it is missing, archived or of another tenant
 */
export const lockBuilding = async (ctx: TenantContext, id: string) => {
  const row = await ctx.db
    .selectFrom('building')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
