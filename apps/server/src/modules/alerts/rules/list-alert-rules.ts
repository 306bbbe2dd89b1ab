import { listAlertRules } from '#contracts/alerts/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { alertRules } from './present-rule.ts'

export default serve(listAlertRules)((ctx, { query }) =>
  alertRules.list(ctx, query, { enabled: query.enabled }),
)
