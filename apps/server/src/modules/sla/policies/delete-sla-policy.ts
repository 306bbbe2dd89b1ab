import { createSlaPolicy, deleteSlaPolicy } from '#contracts/sla/policies.ts'
import { followRules } from '#server/modules/tasks/public.ts'
import { lockOrder } from '#server/platform/db/positions.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { closeOrder, lockPolicy, readPolicy } from './present-policy.ts'

export default serve(deleteSlaPolicy)(async (ctx, { params }) => {
  const ids = await lockOrder(ctx, 'sla_policy')
  const policy = await lockPolicy(ctx, params.id)
  requireVersion(ctx, policy.version)
  auditGone(ctx, await readPolicy(ctx, policy.id), createSlaPolicy)
  await ctx.db.deleteFrom('sla_policy').where('id', '=', policy.id).execute()
  await closeOrder(ctx, ids, policy.id)
  await followRules(ctx)
  return { id: policy.id }
})
