import { createAlertRule, deleteAlertRule } from '#contracts/alerts/rules.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { alertRules } from './present-rule.ts'

export default serve(deleteAlertRule)((ctx, { params }) =>
  alertRules.remove(ctx, params.id, createAlertRule, (rule) => {
    if (rule.built_in !== null) throw conflict('A built-in rule can be switched off, not deleted')
  }),
)
