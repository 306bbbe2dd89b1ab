import { listMyRedemptions } from '#contracts/arena.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { presentRedemption, type RedemptionRow, redemptionText } from './redemptions.ts'

export default serve(listMyRedemptions)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const { limit, offset } = pageBounds(query)
  const [[counted], rows] = await Promise.all([
    ctx.run<{ total: number }>(
      'select count(*)::int as total from arena_redemption where tenant_id = $1 and player_id = $2',
      [ctx.tenantId, ctx.actor.id],
    ),
    ctx.run<RedemptionRow>(
      `${redemptionText} where x.tenant_id = $1 and x.player_id = $2 
       order by x.at ${query.sort === 'at' ? 'asc' : 'desc'}, x.id limit $3 offset $4`,
      [ctx.tenantId, ctx.actor.id, limit, offset],
    ),
  ])
  return { items: rows.map(presentRedemption), total: counted?.total ?? 0 }
})
