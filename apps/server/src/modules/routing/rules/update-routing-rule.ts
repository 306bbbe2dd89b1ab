import { updateRoutingRule } from '#contracts/routing/rules.ts'
import { tryRuleOnPast } from '#server/modules/routing/public.ts'
import { lockOrder, withPosition } from '#server/platform/db/positions.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  applyInput,
  lockRule,
  moveRule,
  partsOf,
  readRule,
  requireParts,
  requirePlan,
} from './present-rule.ts'

export default serve(updateRoutingRule)(async (ctx, { params, body }) => {
  const ids = await lockOrder(ctx, 'routing_rule')
  const before = await lockRule(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, await readRule(ctx, before.id))
  const was = partsOf(before)
  const parts = applyInput(body, was)
  // What was archived or has left since must not prevent renaming or pausing the rule.
  if (body.when ?? body.then) {
    requirePlan(ctx, parts)
    await requireParts(ctx, parts, was)
  }
  if (body.dryRun) {
    const order =
      body.position === undefined
        ? ids
        : withPosition(ids, before.id, Math.min(body.position, ids.length - 1))
    const above = order.slice(0, order.indexOf(before.id))
    const wouldHaveMatched = await tryRuleOnPast(ctx, parts, above, body.matches)
    return { ...(await readRule(ctx, before.id)), name: body.name ?? before.name, ...parts, wouldHaveMatched }
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
  if (body.position !== undefined) await moveRule(ctx, ids, before.id, body.position)
  return readRule(ctx, before.id)
})
