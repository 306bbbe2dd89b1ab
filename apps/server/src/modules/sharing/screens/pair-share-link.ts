import { pairShareLink } from '#contracts/sharing/links.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { rejectOverLimit } from '#server/platform/gate/rate-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockLink, presentLink } from '../links/link-row.ts'
import { bindPairing } from './pairing.ts'

export default serve(pairShareLink)(async (ctx, { params, body }) => {
  const row = await lockLink(ctx, params.id)
  if (row.kind !== 'SCREEN') throw invalid('params.id', 'only a SCREEN can be paired')
  const { limiter, config } = ctx.platform
  // Each attempt counts before the check, so that simultaneous guesses count too.
  if (config.rateLimits !== 'off') rejectOverLimit(await limiter.consume('miss', `pairing:${ctx.tenantId}`))
  if (!(await bindPairing(ctx, row.id, body.code))) throw notFound()
  return presentLink(row, ctx.now)
})
