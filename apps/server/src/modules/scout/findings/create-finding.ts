import { createFinding } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { oneFinding } from './finding-row.ts'
import { originOf } from './origin.ts'
import { report } from './report.ts'

export default serve(createFinding)(async (ctx, { query, body }) => {
  const scout = await readScout(ctx)
  return oneFinding(ctx, scout, await report(ctx, scout, body, originOf(ctx, { query, body })))
})
