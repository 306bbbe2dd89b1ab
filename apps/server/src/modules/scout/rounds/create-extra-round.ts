import { createExtraRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createExtra } from './extra-round.ts'
import { roundDetail } from './own-rounds.ts'

export default serve(createExtraRound)(async (ctx, { body }) => {
  const id = await createExtra(ctx, await readScout(ctx), body)
  return roundDetail(ctx, id)
})
