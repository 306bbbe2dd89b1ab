import { createRoutingRule } from '#contracts/routing/rules.ts'
import { tryRuleOnPast } from '#server/modules/routing/public.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { applyInput, readRule, requireParts, requirePlan } from './present-rule.ts'
import { storeRule } from './store-rule.ts'

/** Bounded, because every task is checked against every rule. */
const mostRules = 200

export default serve(createRoutingRule)(async (ctx, { body }) => {
  const parts = applyInput(body)
  requirePlan(ctx, parts)
  await requireParts(ctx, parts)
  const { name, enabled = true } = body
  const ids = await lockOrder(ctx, 'routing_rule')
  const position = Math.min(body.position ?? ids.length, ids.length)
  if (body.dryRun) {
    const wouldHaveMatched = await tryRuleOnPast(ctx, parts, ids.slice(0, position), body.matches)
    return { name, enabled, position, ...parts, target: null, wouldHaveMatched }
  }
  if (ids.length >= mostRules) throw conflict(`There are already ${mostRules} rules`)
  return readRule(ctx, await storeRule(ctx, ids, { name, enabled, position, ...parts }))
})
