import { skipInspection } from '#contracts/scout/phone/inspections.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { skip } from './finish.ts'
import { oneInspection } from './present-inspection.ts'
import { saidTime } from './round-times.ts'

export default serve(skipInspection)(async (ctx, { params, query, body }) => {
  await skip(ctx, await readScout(ctx), params.id, body, saidTime(ctx, { query, body }))
  return oneInspection(ctx, params.id)
})
