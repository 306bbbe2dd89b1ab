/** Creates several rules at the position of new ones, in a fixed number of statements. */
import type { AlertRule } from '#contracts/alerts/rules.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { newId } from '#server/platform/ids.ts'
import { orderRules, readRoom, requireParts, requireRoom } from './present-rule.ts'

export type NewRule = Pick<AlertRule, 'name' | 'trigger' | 'scope' | 'action' | 'windowMinutes'>

const union = <T>(lists: readonly (readonly T[])[]): T[] => [...new Set(lists.flat())]

/**
 * @returns their ids in the same order
 * @throws ServiceError VALIDATION_ERROR for a type or category that no longer exists, CONFLICT if there would be too
 * many
 */
export const insertAlertRules = async (ctx: TenantContext, rules: readonly NewRule[]): Promise<string[]> => {
  const [first] = rules
  if (!first) return []
  const scopes = rules.map(({ scope }) => scope)
  // Checks what they name for all rules at once.
  await requireParts(ctx, {
    ...first,
    scope: {
      buildingIds: union(scopes.map(({ buildingIds = [] }) => buildingIds)),
      locationIds: union(scopes.map(({ locationIds = [] }) => locationIds)),
      types: union(scopes.map(({ types = [] }) => types)),
      categories: union([
        ...scopes.map(({ categories = [] }) => categories),
        ...rules.map(({ action }) => (action.category === null ? [] : [action.category])),
      ]),
    },
  })
  const there = await lockOrder(ctx, 'alert_rule')
  requireRoom(there.length, rules.length)
  const { place } = await readRoom(ctx)
  const rows = rules.map((rule, index) => ({
    tenant_id: ctx.tenantId,
    id: newId(ctx.now.getTime()),
    name: rule.name,
    position: place + index,
    trigger: JSON.stringify(rule.trigger),
    scope: JSON.stringify(rule.scope),
    action: JSON.stringify(rule.action),
    window_minutes: rule.windowMinutes,
    created_at: ctx.now,
  }))
  await ctx.db.insertInto('alert_rule').values(rows).execute()
  const ids = rows.map(({ id }) => id)
  await orderRules(ctx, [...there.slice(0, place), ...ids, ...there.slice(place)])
  return ids
}
