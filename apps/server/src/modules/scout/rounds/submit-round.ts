import { submitRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { oneRound } from './own-rounds.ts'
import { saidTime } from './round-times.ts'
import { submit } from './run-round.ts'

export default serve(submitRound)(async (ctx, { params, query, body }) => {
  await submit(ctx, await readScout(ctx), params.id, body ?? {}, saidTime(ctx, { query, body }))
  return oneRound(ctx, params.id)
})
