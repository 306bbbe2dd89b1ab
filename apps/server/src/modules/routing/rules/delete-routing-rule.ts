import { createRoutingRule, deleteRoutingRule } from '#contracts/routing/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { routingRules } from './present-rule.ts'

export default serve(deleteRoutingRule)((ctx, { params }) =>
  routingRules.remove(ctx, params.id, createRoutingRule),
)
