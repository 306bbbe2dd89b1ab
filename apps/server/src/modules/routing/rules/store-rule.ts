/** Writes a new rule at its position; the caller has checked what it names. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { moveRule, type RuleParts } from './present-rule.ts'

export interface NewRule extends RuleParts {
  readonly name: string
  readonly enabled: boolean
  readonly position: number
}

/** @param ids of the others in order, locked by the caller @returns its id */
export const storeRule = async (
  ctx: TenantContext,
  ids: readonly string[],
  { name, enabled, position, when, then }: NewRule,
): Promise<string> => {
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('routing_rule')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name,
      enabled,
      position,
      conditions: JSON.stringify(when),
      action: JSON.stringify(then),
      created_at: ctx.now,
    })
    .execute()
  await moveRule(ctx, ids, id, position)
  return id
}
