import { declineRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { decline } from './take-round.ts'

export default serve(declineRound)(async (ctx, { params, body }) => {
  await decline(ctx, await readScout(ctx), params.id, body)
  return { id: params.id }
})
