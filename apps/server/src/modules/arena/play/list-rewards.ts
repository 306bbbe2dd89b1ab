import { listRewards } from '#contracts/arena/play.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { asPlayer } from '../profile/present-profile.ts'

interface Row {
  id: string
  title: string
  description: string
  cost: number
  stock: number | null
  taken: number
  mine: number
}

const text = `select r.*, (select count(*) from arena_redemption x where x.tenant_id = $1 and x.reward_id = r.id
    and x.player_id = $2 and x.state <> 'REJECTED')::int as mine
  from arena_reward r where r.tenant_id = $1 and r.active and r.removed_at is null order by r.position, r.id`

export default serve(listRewards)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const rows = await ctx.run<Row>(text, [ctx.tenantId, ctx.actor.id])
  const shown = rows.map(({ id, title, description, cost, stock, taken, mine }) => ({
    id,
    title,
    description,
    cost,
    left: stock === null ? null : Math.max(0, stock - taken),
    mine,
  }))
  return pageOf(
    inOrder(shown, query.sort, ({ cost }) => cost),
    query,
  )
})
