/** Deletes what the arena knows of a player but the row that its session stands for. */
import type { TenantContext } from '#server/platform/context.ts'
import { accountOf, post, spent } from '../points/ledger.ts'

export const erasePlayer = async (ctx: TenantContext, playerId: string): Promise<void> => {
  const own = [ctx.tenantId, playerId]
  await ctx.run('delete from arena_dispute where tenant_id = $1 and player_id = $2', own)
  await ctx.run('delete from arena_redemption where tenant_id = $1 and player_id = $2', own)
  await ctx.run('delete from arena_kudos where tenant_id = $1 and (from_id = $2 or to_id = $2)', own)
  await ctx.run('delete from arena_badge where tenant_id = $1 and player_id = $2', own)
  await ctx.run('delete from arena_participation where tenant_id = $1 and player_id = $2', own)
  await ctx.run('delete from arena_entry where tenant_id = $1 and player_id = $2', own)
  // Both lines of each movement go, so that the ledger still sums to 0.
  await ctx.run(
    `delete from arena_line where tenant_id = $1 and key in
       (select key from arena_line where tenant_id = $1 and account = $2)`,
    [ctx.tenantId, accountOf(playerId)],
  )
}

// Points are spent in the order in which they came. What was spent stays spent when the season that gave it is erased.
const carryText = `with lines as (
    select e.player_id, l.amount, e.season_id = $2 as erased, e.kind in ('REDEMPTION', 'RETURN') as spending
    from arena_entry e join arena_line l on l.tenant_id = $1 and l.account = 'player:' || e.player_id
      and l.key in (e.key, 'entry:' || e.id, 'dispute:' || e.id)
    where e.tenant_id = $1
  ), sums as (
    select player_id, sum(amount) filter (where erased) as erased,
      coalesce(sum(amount) filter (where erased is not true and not spending), 0) as later,
      (select sum(amount) from arena_line where tenant_id = $1 and account = 'player:' || player_id) as balance
    from lines group by player_id
  )
  select player_id, (least(balance, greatest(later, 0)) - balance + erased)::int as amount
  from sums where erased is not null`

/**
 * What the season has of persons, with the points that were left of it. Who plays in a later season keeps that.
 */
export const erasePlayers = async (ctx: TenantContext, seasonId: string): Promise<void> => {
  const own = [ctx.tenantId, seasonId]
  const carried = await ctx.run<{ player_id: string; amount: number }>(carryText, own)
  await ctx.run(
    `delete from arena_line where tenant_id = $1 and key in (
       select unnest(array[key, 'entry:' || id, 'dispute:' || id]) from arena_entry where tenant_id = $1 and season_id = $2)`,
    own,
  )
  await post(
    ctx,
    carried.map(({ player_id, amount }) => ({
      key: `carried:${seasonId}:${player_id}`,
      from: spent,
      to: accountOf(player_id),
      amount,
    })),
  )
  await ctx.run('delete from arena_redemption where tenant_id = $1 and season_id = $2', own)
  await ctx.run('delete from arena_entry where tenant_id = $1 and season_id = $2', own)
  await ctx.run(
    `delete from arena_participation where tenant_id = $1
       and challenge_id in (select id from arena_challenge where tenant_id = $1 and season_id = $2)`,
    own,
  )
  await ctx.run(
    `delete from arena_kudos k using arena_season s
     where k.tenant_id = $1 and s.tenant_id = $1 and s.id = $2 and k.at <= s.closed_at`,
    own,
  )
  await ctx.run(
    `delete from arena_badge b using arena_season s
     where b.tenant_id = $1 and s.tenant_id = $1 and s.id = $2 and b.earned_at <= s.closed_at`,
    own,
  )
}

/** Deletes the player of a member who is removed or erased. */
export const eraseMember = async (ctx: TenantContext, userId: string): Promise<void> => {
  const [player] = await ctx.run<{ id: string }>(
    'select id from arena_player where tenant_id = $1 and user_id = $2',
    [ctx.tenantId, userId],
  )
  if (!player) return
  await erasePlayer(ctx, player.id)
  await ctx.run('delete from arena_player where tenant_id = $1 and id = $2', [ctx.tenantId, player.id])
}
