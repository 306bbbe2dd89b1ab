import { updateRoutingRule } from '#contracts/routing/rules.ts'
import { tryRuleOnPast } from '#server/modules/routing/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { withPlace } from '#server/platform/resource.ts'
import { applyInput, partsOf, requireParts, requirePlan, routingRules } from './present-rule.ts'

export default serve(updateRoutingRule)(async (ctx, { params, body }) => {
  const { row: before, ids } = await routingRules.lockForChange(ctx, params.id)
  const was = partsOf(before)
  const parts = applyInput(body, was)
  // What was archived or left since does not keep anybody from renaming or pausing the rule.
  if (body.when ?? body.then) {
    requirePlan(ctx, parts)
    await requireParts(ctx, parts, was)
  }
  if (body.dryRun) {
    const order =
      body.position === undefined ? ids : withPlace(ids, before.id, Math.min(body.position, ids.length - 1))
    const above = order.slice(0, order.indexOf(before.id))
    const wouldHaveMatched = await tryRuleOnPast(ctx, parts, above, body.matches)
    return {
      ...(await routingRules.read(ctx, before.id)),
      name: body.name ?? before.name,
      ...parts,
      wouldHaveMatched,
    }
  }
  await ctx.db
    .updateTable('routing_rule')
    .set({
      name: body.name ?? before.name,
      enabled: body.enabled ?? before.enabled,
      conditions: JSON.stringify(parts.when),
      action: JSON.stringify(parts.then),
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute()
  if (body.position !== undefined) await routingRules.place(ctx, ids, before.id, body.position)
  return routingRules.read(ctx, before.id)
})
