import { getFinding } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { oneFinding } from './finding-row.ts'

export default serve(getFinding)(async (ctx, { params }) => {
  return oneFinding(ctx, await readScout(ctx), params.id)
})
