import { createAlertRule } from '#contracts/alerts/rules.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import {
  applyInput,
  dryRunParts,
  moveRule,
  readRoom,
  readRule,
  requireParts,
  requireRoom,
} from './present-rule.ts'

export default serve(createAlertRule)(async (ctx, { body }) => {
  const parts = applyInput(body)
  await requireParts(ctx, parts)
  const { name, enabled = true } = body
  const ids = body.dryRun ? [] : await lockOrder(ctx, 'alert_rule')
  const { count, place } = await readRoom(ctx)
  const position = Math.min(body.position ?? place, count)
  if (body.dryRun) {
    const tried = await dryRunParts(ctx, { id: '', name, enabled, ...parts }, body.matches)
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
  await moveRule(ctx, ids, id, position)
  return readRule(ctx, id)
})
