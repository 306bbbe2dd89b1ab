import { beginInspection } from '#contracts/scout/phone/inspections.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { begin } from './begin.ts'
import { oneInspection } from './present-inspection.ts'
import { saidTime } from './round-times.ts'

export default serve(beginInspection)(async (ctx, { params, query, body }) => {
  const said = saidTime(ctx, { query, body })
  return oneInspection(ctx, await begin(ctx, await readScout(ctx), params.id, body, said))
})
