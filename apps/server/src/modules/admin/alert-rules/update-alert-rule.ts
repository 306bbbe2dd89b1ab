import { updateAlertRule } from '#contracts/admin/alert-rules.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { applyInput, lockRule, moveRule, partsOf, readRule, requireParts } from './present-rule.ts'

export default serve(updateAlertRule)(async (ctx, { params, body }) => {
  const ids = await lockOrder(ctx, 'alert_rule')
  const before = await lockRule(ctx, params.id)
  requireVersion(ctx, before.version)
  const parts = applyInput(body, partsOf(before))
  // A building that was archived since does not keep anybody from renaming the rule.
  if (body.trigger ?? body.scope ?? body.action) await requireParts(ctx, parts)
  await ctx.db
    .updateTable('alert_rule')
    .set({
      name: body.name ?? before.name,
      enabled: body.enabled ?? before.enabled,
      trigger: JSON.stringify(parts.trigger),
      scope: JSON.stringify(parts.scope),
      action: JSON.stringify(parts.action),
      window_minutes: parts.windowMinutes,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute()
  if (body.position !== undefined) await moveRule(ctx, ids, before.id, body.position)
  return readRule(ctx, before.id)
})
