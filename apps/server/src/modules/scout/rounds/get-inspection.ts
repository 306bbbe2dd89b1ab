import { getInspection } from '#contracts/scout/phone/inspections.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { oneInspection } from './present-inspection.ts'

const ownText = `select s.id from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
  where s.tenant_id = $1 and s.id = $2 and r.scout_id = $3`

export default serve(getInspection)(async (ctx, { params }) => {
  const own = await ctx.run(ownText, [ctx.tenantId, params.id, (await readScout(ctx)).id])
  if (own.length === 0) throw notFound()
  return oneInspection(ctx, params.id)
})
