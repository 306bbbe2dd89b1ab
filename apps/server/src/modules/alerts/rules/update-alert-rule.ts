import { updateAlertRule } from '#contracts/alerts/rules.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  applyInput,
  dryRunParts,
  findRule,
  lockRule,
  moveRule,
  partsOf,
  presentRule,
  readRule,
  requireParts,
} from './present-rule.ts'

export default serve(updateAlertRule)(async (ctx, { params, body }) => {
  const ids = body.dryRun ? [] : await lockOrder(ctx, 'alert_rule')
  const before = await (body.dryRun ? findRule(ctx, params.id) : lockRule(ctx, params.id))
  requireVersion(ctx, before.version)
  auditBefore(ctx, presentRule(before))
  const was = partsOf(before)
  const parts = applyInput(body, was)
  if (body.trigger ?? body.scope ?? body.action) await requireParts(ctx, parts, was)
  if (body.dryRun) {
    const { name = before.name, enabled = before.enabled, position = before.position } = body
    const tried = await dryRunParts(ctx, { id: before.id, name, enabled, ...parts }, body.matches)
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
  if (body.position !== undefined) await moveRule(ctx, ids, before.id, body.position)
  return readRule(ctx, before.id)
})
