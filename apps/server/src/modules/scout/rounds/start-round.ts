import { startRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { roundDetail } from './own-rounds.ts'
import { saidTime } from './round-times.ts'
import { start } from './run-round.ts'

export default serve(startRound)(async (ctx, { params, query, body }) => {
  await start(ctx, await readScout(ctx), params.id, body ?? {}, saidTime(ctx, { query, body }))
  return roundDetail(ctx, params.id)
})
