import { redeemReward } from '#contracts/arena/play.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { insertMovement } from '../points/entries.ts'
import { balanceOf } from '../points/ledger.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { latestSeasonId } from '../seasons/current-season.ts'
import { presentRedemption } from './redemptions.ts'

interface Reward {
  id: string
  title: string
  cost: number
  stock: number | null
  taken: number
  per_person: number | null
}

// The reward is locked before the balance, so that of many who want the last ones no two get the same.
const rewardText = `select id, title, cost, stock, taken, per_person from arena_reward
  where tenant_id = $1 and id = $2 and active and removed_at is null for update`
const mineText = `select count(*)::int as mine from arena_redemption
  where tenant_id = $1 and reward_id = $2 and player_id = $3 and state <> 'REJECTED'`

export default serve(redeemReward)(async (given, { params }) => {
  const ctx = asPlayer(given)
  const [reward] = await ctx.run<Reward>(rewardText, [ctx.tenantId, params.id])
  if (!reward) throw notFound()
  if (reward.stock !== null && reward.taken >= reward.stock) throw conflict('None is left')
  await ctx.run('select 1 from arena_player where tenant_id = $1 and id = $2 for update', [
    ctx.tenantId,
    ctx.actor.id,
  ])
  const [had] = await ctx.run<{ mine: number }>(mineText, [ctx.tenantId, reward.id, ctx.actor.id])
  if (reward.per_person !== null && (had?.mine ?? 0) >= reward.per_person)
    throw invalid('id', `at most ${reward.per_person} for each person`)
  if ((await balanceOf(ctx, ctx.actor.id)) < reward.cost) throw invalid('id', 'you have too few points')
  const seasonId = await latestSeasonId(ctx)
  const id = newId(ctx.now.getTime())
  await ctx.run(
    `insert into arena_redemption (tenant_id, id, player_id, reward_id, season_id, points, at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [ctx.tenantId, id, ctx.actor.id, reward.id, seasonId, reward.cost, ctx.now],
  )
  await ctx.run('update arena_reward set taken = taken + 1 where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    reward.id,
  ])
  await insertMovement(ctx, {
    key: `redemption:${id}`,
    playerId: ctx.actor.id,
    seasonId,
    kind: 'REDEMPTION',
    points: -reward.cost,
  })
  return presentRedemption({
    id,
    player_id: ctx.actor.id,
    reward_id: reward.id,
    title: reward.title,
    season_id: seasonId,
    points: reward.cost,
    state: 'REQUESTED',
    reason: null,
    at: ctx.now,
    decided_at: null,
  })
})
