/** Deletes what the arena knows of a player but the row that its session stands for. */
import type { TenantContext } from '#server/platform/context.ts'
import { accountOf } from '../points/ledger.ts'

const tables = [
  ['arena_dispute', 'player_id = $2'],
  ['arena_redemption', 'player_id = $2'],
  ['arena_kudos', '(from_id = $2 or to_id = $2)'],
  ['arena_badge', 'player_id = $2'],
  ['arena_participation', 'player_id = $2'],
  ['arena_entry', 'player_id = $2'],
] as const

export const erasePlayer = async (ctx: TenantContext, playerId: string): Promise<void> => {
  for (const [table, condition] of tables)
    await ctx.run(`delete from ${table} where tenant_id = $1 and ${condition}`, [ctx.tenantId, playerId])
  // Both lines of each movement go, so that the ledger still sums to 0.
  await ctx.run(
    `delete from arena_line where tenant_id = $1 and key in
       (select key from arena_line where tenant_id = $1 and account = $2)`,
    [ctx.tenantId, accountOf(playerId)],
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
