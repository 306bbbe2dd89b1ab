import { listEscalationRules } from '#contracts/escalation/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { escalationRules } from './present-rule.ts'

export default serve(listEscalationRules)((ctx, { query }) =>
  escalationRules.list(ctx, query, { enabled: query.enabled }),
)
