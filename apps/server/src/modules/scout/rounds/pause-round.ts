import { pauseRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { oneRound } from './own-rounds.ts'
import { pause } from './run-round.ts'

export default serve(pauseRound)(async (ctx, { params, body }) => {
  await pause(ctx, await readScout(ctx), params.id, body)
  return oneRound(ctx, params.id)
})
