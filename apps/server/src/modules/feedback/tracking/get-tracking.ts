import { getTracking } from '#contracts/feedback.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readTracking, submissionOf } from './read-tracking.ts'

export default serve(getTracking)(async (ctx, { params, query }) => {
  const { tenantId, id } = submissionOf(ctx, params.trackingToken)
  return ctx.inTenant(tenantId, 'read', (tenant) => readTracking(tenant, id, query.language))
})
