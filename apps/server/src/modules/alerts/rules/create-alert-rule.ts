import { createAlertRule } from '#contracts/alerts/rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { alertRules, applyInput, readRoom, requireParts, requireRoom, tryParts } from './present-rule.ts'

export default serve(createAlertRule)(async (ctx, { body }) => {
  const parts = applyInput(body)
  await requireParts(ctx, parts)
  const { name, enabled = true } = body
  const ids = body.dryRun ? [] : await alertRules.lockAll(ctx)
  const { count, place } = await readRoom(ctx)
  const position = Math.min(body.position ?? place, count)
  if (body.dryRun) {
    const tried = await tryParts(ctx, { id: '', name, enabled, ...parts }, body.matches)
    return { name, enabled, position, ...parts, builtIn: false, ...tried }
  }
  requireRoom(count, 1)
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('alert_rule')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name,
      enabled,
      position,
      trigger: JSON.stringify(parts.trigger),
      scope: JSON.stringify(parts.scope),
      action: JSON.stringify(parts.action),
      window_minutes: parts.windowMinutes,
      created_at: ctx.now,
    })
    .execute()
  await alertRules.place(ctx, ids, id, position)
  return alertRules.read(ctx, id)
})
