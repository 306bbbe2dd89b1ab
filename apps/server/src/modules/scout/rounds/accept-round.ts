import { acceptRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { oneRound } from './own-rounds.ts'
import { accept } from './take-round.ts'

export default serve(acceptRound)(async (ctx, { params }) => {
  await accept(ctx, await readScout(ctx), params.id)
  return oneRound(ctx, params.id)
})
