import { isDeepStrictEqual } from 'node:util'
import { updateSlaPolicy } from '#contracts/sla/policies.ts'
import { followRules } from '#server/modules/tasks/public.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockPolicy, movePolicy, partsOf, readPolicy } from './present-policy.ts'
import { applyInput, columnsOf, importedDays, requireParts } from './read-input.ts'

export default serve(updateSlaPolicy)(async (ctx, { params, body }) => {
  const imported = await importedDays(ctx, body)
  const ids = await lockOrder(ctx, 'sla_policy')
  const before = await lockPolicy(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, await readPolicy(ctx, before.id))
  const was = partsOf(before)
  const parts = applyInput(body, imported, was)
  await requireParts(ctx, body, parts, was)
  const name = body.name ?? before.name
  const enabled = body.enabled ?? before.enabled
  const position = body.position ?? before.position
  const isSame = isDeepStrictEqual(parts, was) && enabled === before.enabled && position === before.position
  if (isSame && name === before.name) return readPolicy(ctx, before.id)
  await ctx.db
    .updateTable('sla_policy')
    .set({ name, enabled, ...columnsOf(parts), updated_at: ctx.now, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  if (position !== before.position) await movePolicy(ctx, ids, before.id, position)
  if (!isSame) await followRules(ctx)
  return readPolicy(ctx, before.id)
})
