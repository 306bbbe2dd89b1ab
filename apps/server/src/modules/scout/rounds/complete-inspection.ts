import { completeInspection } from '#contracts/scout/phone/inspections.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { complete } from './finish.ts'
import { oneInspection } from './present-inspection.ts'
import { saidTime } from './round-times.ts'

export default serve(completeInspection)(async (ctx, { params, query, body }) => {
  await complete(ctx, await readScout(ctx), params.id, saidTime(ctx, { query, body }))
  return oneInspection(ctx, params.id)
})
