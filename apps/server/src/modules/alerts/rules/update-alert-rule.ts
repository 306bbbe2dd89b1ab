import { updateAlertRule } from '#contracts/alerts/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { alertRules, applyInput, partsOf, presentRule, requireParts, tryParts } from './present-rule.ts'

export default serve(updateAlertRule)(async (ctx, { params, body }) => {
  const { row: before, ids } = await (body.dryRun
    ? alertRules.readForTrial(ctx, params.id)
    : alertRules.lockForChange(ctx, params.id))
  const was = partsOf(before)
  const parts = applyInput(body, was)
  if (body.trigger ?? body.scope ?? body.action) await requireParts(ctx, parts, was)
  if (body.dryRun) {
    const { name = before.name, enabled = before.enabled, position = before.position } = body
    const tried = await tryParts(ctx, { id: before.id, name, enabled, ...parts }, body.matches)
    return { ...presentRule(before), name, enabled, position, ...parts, ...tried }
  }
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
  if (body.position !== undefined) await alertRules.place(ctx, ids, before.id, body.position)
  return alertRules.read(ctx, before.id)
})
