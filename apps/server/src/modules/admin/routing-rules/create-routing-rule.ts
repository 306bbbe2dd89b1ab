import { createRoutingRule } from '#contracts/admin/routing-rules.ts'
import { tryRuleOnPast } from '#server/modules/routing/public.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { applyInput, moveRule, readRule, requireParts, requirePlan } from './present-rule.ts'

/** Every task meets every rule. */
const mostRules = 200

export default serve(createRoutingRule)(async (ctx, { body }) => {
  const parts = applyInput(body)
  requirePlan(ctx, parts)
  await requireParts(ctx, parts)
  const { name, enabled = true } = body
  const ids = await lockOrder(ctx, 'routing_rule')
  const position = Math.min(body.position ?? ids.length, ids.length)
  if (body.dryRun) {
    const wouldHaveMatched = await tryRuleOnPast(ctx, parts)
    return { name, enabled, position, ...parts, target: null, wouldHaveMatched }
  }
  if (ids.length >= mostRules) throw conflict(`There are ${mostRules} rules already`)
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('routing_rule')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name,
      enabled,
      position,
      conditions: JSON.stringify(parts.when),
      action: JSON.stringify(parts.then),
      created_at: ctx.now,
    })
    .execute()
  await moveRule(ctx, ids, id, position)
  return readRule(ctx, id)
})
