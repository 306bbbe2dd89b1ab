/** Presents an SLA policy's row, and changes its position. */
import type { Selectable } from 'kysely'
import type { SlaPolicy } from '#contracts/sla/policies.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { byPosition, withPosition } from '#server/platform/db/positions.ts'
import type { SlaPolicy as PolicyTable } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'

export type PolicyRow = Selectable<PolicyTable>
export type PolicyParts = Pick<SlaPolicy, 'scope' | 'targets' | 'calendar'>

export const partsOf = (row: PolicyRow): PolicyParts => ({
  scope: row.scope as SlaPolicy['scope'],
  targets: row.targets as SlaPolicy['targets'],
  calendar: row.calendar as SlaPolicy['calendar'],
})

export const presentPolicy = (row: PolicyRow): SlaPolicy => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  position: row.position,
  ...partsOf(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

const placeText = `update sla_policy set position = (o.place - 1)::int ${byPosition('sla_policy')}`

/** @param ids in order; the policies are locked */
export const movePolicy = async (
  ctx: TenantContext,
  ids: readonly string[],
  id: string,
  position: number,
): Promise<void> => {
  await ctx.run(placeText, [ctx.tenantId, withPosition(ids, id, position)])
}

/** Moves up the policies after a deleted one. @param ids in order; the policies are locked */
export const closeOrder = async (ctx: TenantContext, ids: readonly string[], gone: string): Promise<void> => {
  await ctx.run(placeText, [ctx.tenantId, ids.filter((id) => id !== gone)])
}

/** @throws ServiceError NOT_FOUND */
export const lockPolicy = async (ctx: TenantContext, id: string): Promise<PolicyRow> => {
  const row = await ctx.db
    .selectFrom('sla_policy')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const readPolicy = async (ctx: TenantContext, id: string): Promise<SlaPolicy> =>
  presentPolicy(
    await ctx.db.selectFrom('sla_policy').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
