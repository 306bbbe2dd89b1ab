import { simulateRouting } from '#contracts/routing/rules.ts'
import { replayRouting, routeCase } from '#server/modules/routing/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(simulateRouting)(async (ctx, { body }) => {
  if ((body.case === undefined) === (body.replay === undefined))
    throw invalid('body', 'needs either a case or a replay')
  return body.case ? routeCase(ctx, body.case) : replayRouting(ctx, body.replay ?? 0)
})
