/** Deletes what the arena knows of a player but the row that its session stands for. */
import type { TenantContext } from '#server/platform/context.ts'
import { accountOf } from '../points/ledger.ts'

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

/**
 * What the season has of persons, with the points that were left of it. Who plays in a later season keeps that.
 */
export const erasePlayers = async (ctx: TenantContext, seasonId: string): Promise<void> => {
  await ctx.run(
    `delete from arena_line where tenant_id = $1 and key in (
       select case kind when 'REVERSAL' then key when 'REDEMPTION' then key when 'RETURN' then key else 'entry:' || id end
       from arena_entry where tenant_id = $1 and season_id = $2)`,
    [ctx.tenantId, seasonId],
  )
  await ctx.run('delete from arena_redemption where tenant_id = $1 and season_id = $2', [
    ctx.tenantId,
    seasonId,
  ])
  await ctx.run('delete from arena_entry where tenant_id = $1 and season_id = $2', [ctx.tenantId, seasonId])
  await ctx.run(
    `delete from arena_kudos k using arena_season s where k.tenant_id = $1 and s.tenant_id = $1 and s.id = $2
       and k.at between s.starts_at and s.settles_until`,
    [ctx.tenantId, seasonId],
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
