import { createAlertRule, deleteAlertRule } from '#contracts/alerts/rules.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { conflict } from '#server/platform/errors.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockRule, orderRules, presentRule } from './present-rule.ts'

export default serve(deleteAlertRule)(async (ctx, { params }) => {
  const ids = await lockOrder(ctx, 'alert_rule')
  const rule = await lockRule(ctx, params.id)
  requireVersion(ctx, rule.version)
  if (rule.built_in !== null) throw conflict('A built-in rule can be switched off, not deleted')
  auditGone(ctx, presentRule(rule), createAlertRule)
  await ctx.db.deleteFrom('alert_rule').where('id', '=', rule.id).execute()
  await orderRules(
    ctx,
    ids.filter((id) => id !== rule.id),
  )
  return { id: rule.id }
})
