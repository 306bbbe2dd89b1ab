import { verifyFinding } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { verify } from './end-finding.ts'
import { oneFinding } from './finding-row.ts'
import { originOf } from './origin.ts'

export default serve(verifyFinding)(async (ctx, { params, query, body }) => {
  const scout = await readScout(ctx)
  await verify(ctx, scout, params.id, body, originOf(ctx, { query, body }).said)
  return oneFinding(ctx, scout, params.id)
})
