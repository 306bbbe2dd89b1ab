import { createEscalationRule, deleteEscalationRule } from '#contracts/escalation/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { escalationRules } from './present-rule.ts'

export default serve(deleteEscalationRule)((ctx, { params }) =>
  escalationRules.remove(ctx, params.id, createEscalationRule),
)
