import { updateFinding } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { change } from './change.ts'
import { lockFinding, oneFinding } from './finding-row.ts'
import { originOf } from './origin.ts'

export default serve(updateFinding)(async (ctx, { params, query, body }) => {
  const scout = await readScout(ctx)
  requireVersion(ctx, (await lockFinding(ctx, scout, params.id)).version)
  await change(ctx, scout, params.id, body, originOf(ctx, { query, body }))
  return oneFinding(ctx, scout, params.id)
})
