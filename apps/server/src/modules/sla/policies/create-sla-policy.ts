import { createSlaPolicy } from '#contracts/sla/policies.ts'
import { followRules } from '#server/modules/tasks/public.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { movePolicy, readPolicy } from './present-policy.ts'
import { applyInput, blank, columnsOf, importedDays, requireParts } from './read-input.ts'

/** Bounded, because every new task is checked against every policy. */
const mostPolicies = 100

export default serve(createSlaPolicy)(async (ctx, { body }) => {
  const parts = applyInput(body, await importedDays(ctx, body), blank)
  await requireParts(ctx, body, parts, blank)
  const ids = await lockOrder(ctx, 'sla_policy')
  if (ids.length >= mostPolicies) throw conflict(`There are already ${mostPolicies} policies`)
  const id = newId(ctx.now.getTime())
  const position = Math.min(body.position ?? ids.length, ids.length)
  await ctx.db
    .insertInto('sla_policy')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name: body.name,
      enabled: body.enabled ?? true,
      position,
      ...columnsOf(parts),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  await movePolicy(ctx, ids, id, position)
  await followRules(ctx)
  return readPolicy(ctx, id)
})
