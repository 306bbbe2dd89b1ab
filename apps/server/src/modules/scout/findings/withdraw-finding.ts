import { withdrawFinding } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { withdraw } from './end-finding.ts'
import { oneFinding } from './finding-row.ts'

export default serve(withdrawFinding)(async (ctx, { params, body }) => {
  const scout = await readScout(ctx)
  await withdraw(ctx, scout, params.id, body ?? {})
  return oneFinding(ctx, scout, params.id)
})
