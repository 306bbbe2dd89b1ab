import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { selectTypes, type TypeRow } from './stored-types.ts'

/**
 * Locks a type until the commit, so that no amenity of it is created meanwhile.
 * @throws ServiceError NOT_FOUND
 */
export const lockType = async (ctx: TenantContext, id: string): Promise<TypeRow> => {
  const [locked] = await ctx.run('select id from amenity_type where tenant_id = $1 and id = $2 for update', [
    ctx.tenantId,
    id,
  ])
  // A separate statement, because the first does not see what was committed while it waited for the lock.
  const [row] = locked ? await ctx.run<TypeRow>(`${selectTypes} and t.id = $2`, [ctx.tenantId, id]) : []
  if (!row) throw notFound()
  return row
}
