import { updateArenaProfile } from '#contracts/arena.ts'
import { setQuietHours } from '#server/modules/auth/public.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { foldedAlias, readPlayer } from '../players.ts'
import { checkAlias } from './alias.ts'
import { asPlayer, presentProfile } from './present-profile.ts'

export default serve(updateArenaProfile)(async (given, { body }) => {
  const ctx = asPlayer(given)
  const row = await readPlayer(ctx, ctx.actor.id, 'for update of p')
  if (!row) throw unauthorized()
  requireVersion(ctx, row.version)
  if (body.alias !== undefined) await checkAlias(ctx, body.alias)
  const alias = body.alias ?? row.alias
  await ctx.run(
    `update arena_player set alias = $3, alias_folded = $4, avatar = $5, visibility = $6, version = version + 1
     where tenant_id = $1 and id = $2`,
    [
      ctx.tenantId,
      row.id,
      alias,
      foldedAlias(alias),
      body.avatar ?? row.avatar,
      body.visibility ?? row.visibility,
    ],
  )
  // Quiet hours are those of the account, so that push messages of the arena keep to the same ones.
  if (body.quietHours !== undefined) await setQuietHours(ctx, ctx.actor.userId, body.quietHours)
  return presentProfile(ctx)
})
