import { optIntoArena } from '#contracts/arena.ts'
import { serve } from '#server/platform/http/serve.ts'
import { foldedAlias } from '../players.ts'
import { checkAlias } from './alias.ts'
import { erasePlayer } from './erase-player.ts'
import { asPlayer, type PlayerContext, presentProfile } from './present-profile.ts'

const join = async (ctx: PlayerContext, alias: string | undefined): Promise<void> => {
  if (alias !== undefined) await checkAlias(ctx, alias)
  // Only work finished after joining counts, so who is in already keeps the time of joining.
  await ctx.run(
    `update arena_player set joined_at = case when opted_in then joined_at else $3 end, opted_in = true, left_at = null,
       alias = coalesce($4, alias), alias_folded = coalesce($5, alias_folded), version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, ctx.actor.id, ctx.now, alias ?? null, alias === undefined ? null : foldedAlias(alias)],
  )
}

const leave = async (ctx: PlayerContext): Promise<void> => {
  await ctx.run(
    `update arena_player set opted_in = false, left_at = $3, version = version + 1
     where tenant_id = $1 and id = $2 and opted_in`,
    [ctx.tenantId, ctx.actor.id, ctx.now],
  )
  await ctx.run(`delete from arena_entry where tenant_id = $1 and player_id = $2 and state = 'PENDING'`, [
    ctx.tenantId,
    ctx.actor.id,
  ])
}

export default serve(optIntoArena)(async (given, { body }) => {
  const ctx = asPlayer(given)
  if (body.optIn) await join(ctx, body.alias)
  else await leave(ctx)
  if (body.erase) await erasePlayer(ctx, ctx.actor.id)
  // Who left is shown nowhere from the next answer on, on this instance too.
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  return presentProfile(ctx)
})
