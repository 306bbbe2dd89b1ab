import { isDeepStrictEqual } from 'node:util'
import { updateEscalationRule } from '#contracts/escalation/rules.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { followEscalationRules } from './follow-rules.ts'
import { applyInput, columnsOf, lockRule, partsOf, readRule, requireParts } from './present-rule.ts'

export default serve(updateEscalationRule)(async (ctx, { params, body }) => {
  const before = await lockRule(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, await readRule(ctx, before.id))
  const was = partsOf(before)
  const parts = applyInput(body, was)
  await requireParts(ctx, body, parts, was)
  const name = body.name ?? before.name
  const enabled = body.enabled ?? before.enabled
  const isSame = enabled === before.enabled && isDeepStrictEqual(parts, was)
  if (isSame && name === before.name) return readRule(ctx, before.id)
  await ctx.db
    .updateTable('escalation_rule')
    .set({ name, enabled, ...columnsOf(parts), updated_at: ctx.now, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  if (!isSame) await followEscalationRules(ctx)
  return readRule(ctx, before.id)
})
