import { listRoutingRules } from '#contracts/routing/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { routingRules } from './present-rule.ts'

export default serve(listRoutingRules)((ctx, { query }) =>
  routingRules.list(ctx, query, { enabled: query.enabled }),
)
