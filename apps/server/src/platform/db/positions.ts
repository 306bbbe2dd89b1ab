/** Ordered lists of a tenant: rules and policies of which the first match applies. */
import type { TenantContext } from '../context.ts'

export type OrderedTable = 'alert_rule' | 'routing_rule' | 'sla_policy'

/** Locks the order of a list, so that concurrent changes wait. @returns its ids in order */
export const lockOrder = async (ctx: TenantContext, table: OrderedTable): Promise<string[]> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:${table}`])
  const rows = await ctx.run<{ id: string }>(
    `select id from ${table} where tenant_id = $1 order by position, id`,
    [ctx.tenantId],
  )
  return rows.map(({ id }) => id)
}

/** Moves one id to another position. @param ids from `lockOrder` */
export const withPosition = (ids: readonly string[], id: string, position: number): string[] => {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, position), id, ...others.slice(position)]
}

/**
 * Rest of the statement `update TABLE set position = (o.place - 1)::int`; $1 is the tenant, $2 the ids in their new
 * order.
 */
export const byPosition = (table: OrderedTable): string =>
  `from unnest($2::uuid[]) with ordinality as o (id, place)
   where ${table}.tenant_id = $1 and ${table}.id = o.id and ${table}.position <> o.place - 1`
