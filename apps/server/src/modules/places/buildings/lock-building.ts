import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

/**
 * A live building, locked until the commit: nobody adds a place to it meanwhile.
 * @throws ServiceError NOT_FOUND for a missing, foreign or archived one
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
