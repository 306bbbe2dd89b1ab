import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { selectTypes, type TypeRow } from './stored-types.ts'

/**
 * A type, locked until the commit: no amenity of it is made meanwhile.
 * @throws ServiceError NOT_FOUND
 */
export const lockType = async (ctx: TenantContext, id: string): Promise<TypeRow> => {
  const [locked] = await ctx.run('select id from amenity_type where tenant_id = $1 and id = $2 for update', [
    ctx.tenantId,
    id,
  ])
  // In a statement of its own: the first one does not count what was committed while it waited.
  const [row] = locked ? await ctx.run<TypeRow>(`${selectTypes} and t.id = $2`, [ctx.tenantId, id]) : []
  if (!row) throw notFound()
  return row
}
