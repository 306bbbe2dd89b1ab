import { createAlertRule } from '#contracts/admin/alert-rules.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import {
  applyInput,
  countRules,
  moveRule,
  readRule,
  requireParts,
  requireRoom,
  tryParts,
} from './present-rule.ts'

export default serve(createAlertRule)(async (ctx, { body }) => {
  const parts = applyInput(body)
  await requireParts(ctx, parts)
  const { name, enabled = true } = body
  if (body.dryRun) {
    const last = await countRules(ctx)
    const position = Math.min(body.position ?? last, last)
    const tried = await tryParts(ctx, { id: '', name, enabled, ...parts }, body.matches)
    return { name, enabled, position, ...parts, builtIn: false, ...tried }
  }
  const ids = await lockOrder(ctx, 'alert_rule')
  const position = Math.min(body.position ?? ids.length, ids.length)
  requireRoom(ids.length, 1)
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
  await moveRule(ctx, ids, id, position)
  return readRule(ctx, id)
})
