import { getScoutRound } from '#contracts/scout/phone/walk.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { roundDetail, visibleRound, visibleTo } from './own-rounds.ts'

const seenText = `select r.id from round r where r.tenant_id = $1 and r.id = $5 and ${visibleRound}`

export default serve(getScoutRound)(async (ctx, { params }) => {
  const scout = await readScout(ctx)
  const seen = await ctx.run(seenText, [ctx.tenantId, ...visibleTo(scout), params.id])
  if (seen.length === 0) throw notFound()
  return roundDetail(ctx, params.id)
})
