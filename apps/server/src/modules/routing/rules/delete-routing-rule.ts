import { createRoutingRule, deleteRoutingRule } from '#contracts/routing/rules.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { closeOrder, lockRule, readRule } from './present-rule.ts'

export default serve(deleteRoutingRule)(async (ctx, { params }) => {
  const ids = await lockOrder(ctx, 'routing_rule')
  const rule = await lockRule(ctx, params.id)
  requireVersion(ctx, rule.version)
  auditGone(ctx, await readRule(ctx, rule.id), createRoutingRule)
  await ctx.db.deleteFrom('routing_rule').where('id', '=', rule.id).execute()
  await closeOrder(ctx, ids, rule.id)
  return { id: rule.id }
})
