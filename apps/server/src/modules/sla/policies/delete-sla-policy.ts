import { createSlaPolicy, deleteSlaPolicy } from '#contracts/sla/policies.ts'
import { followRules } from '#server/modules/tasks/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { slaPolicies } from './present-policy.ts'

export default serve(deleteSlaPolicy)(async (ctx, { params }) => {
  const gone = await slaPolicies.remove(ctx, params.id, createSlaPolicy)
  await followRules(ctx)
  return gone
})
