import { isDeepStrictEqual } from 'node:util'
import { updateEscalationRule } from '#contracts/escalation/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { followEscalationRules } from './follow-rules.ts'
import { applyInput, columnsOf, escalationRules, partsOf, requireParts } from './present-rule.ts'

export default serve(updateEscalationRule)(async (ctx, { params, body }) => {
  const { row: before } = await escalationRules.lockForChange(ctx, params.id)
  const was = partsOf(before)
  const parts = applyInput(body, was)
  await requireParts(ctx, body, parts, was)
  const name = body.name ?? before.name
  const enabled = body.enabled ?? before.enabled
  const isSame = enabled === before.enabled && isDeepStrictEqual(parts, was)
  if (isSame && name === before.name) return escalationRules.read(ctx, before.id)
  await ctx.db
    .updateTable('escalation_rule')
    .set({ name, enabled, ...columnsOf(parts), updated_at: ctx.now, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  if (!isSame) await followEscalationRules(ctx)
  return escalationRules.read(ctx, before.id)
})
