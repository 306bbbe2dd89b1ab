import { listSlaPolicies } from '#contracts/sla/policies.ts'
import { serve } from '#server/platform/http/serve.ts'
import { slaPolicies } from './present-policy.ts'

export default serve(listSlaPolicies)((ctx, { query }) =>
  slaPolicies.list(ctx, query, { enabled: query.enabled }),
)
