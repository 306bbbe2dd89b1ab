import type { TenantContext } from '#server/platform/context.ts'

const text = `select id, version from round where tenant_id = $1 and id = any($2::uuid[])
  union all select id, version from round_stop where tenant_id = $1 and id = any($2::uuid[])
  union all select id, version from finding where tenant_id = $1 and id = any($2::uuid[])`

/** Versions of rounds, inspections and findings by id. */
export const versionsOf = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.run<{ id: string; version: number }>(text, [ctx.tenantId, [...new Set(ids)]])
  return new Map(rows.map(({ id, version }) => [id, version]))
}
