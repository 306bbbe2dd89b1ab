import { createEscalationRule, deleteEscalationRule } from '#contracts/escalation/rules.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockRule, readRule } from './present-rule.ts'

export default serve(deleteEscalationRule)(async (ctx, { params }) => {
  const rule = await lockRule(ctx, params.id)
  requireVersion(ctx, rule.version)
  auditGone(ctx, await readRule(ctx, rule.id), createEscalationRule)
  await ctx.db.deleteFrom('escalation_rule').where('id', '=', rule.id).execute()
  return { id: rule.id }
})
