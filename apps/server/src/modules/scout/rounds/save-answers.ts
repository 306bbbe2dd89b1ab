import { saveAnswers } from '#contracts/scout/phone/inspections.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { answer } from './answer.ts'
import { oneInspection } from './present-inspection.ts'
import { saidTime } from './round-times.ts'

export default serve(saveAnswers)(async (ctx, { params, query, body }) => {
  const scout = await readScout(ctx)
  const origin = {
    clientId: newId(ctx.now.getTime()),
    session: ctx.actor.sessionId,
    said: saidTime(ctx, { query, body }),
  }
  const conflict = await answer(ctx, scout, params.id, body.answers, origin)
  return { ...(await oneInspection(ctx, params.id)), conflicts: conflict === undefined ? [] : [conflict] }
})
