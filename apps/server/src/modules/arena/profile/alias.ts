/** An alias: unique in the tenant, and no name of a member. */
import { conflict, invalid } from '#server/platform/errors.ts'
import { foldText } from '#server/platform/fold-text.ts'
import { foldedAlias } from '../players.ts'
import type { PlayerContext } from './present-profile.ts'

/** @throws ServiceError CONFLICT if another player has it; VALIDATION_ERROR if another member is called so */
export const checkAlias = async (ctx: PlayerContext, alias: string): Promise<void> => {
  const members = await ctx.run<{ name: string }>(
    'select name from app_user where tenant_id = $1 and id <> $2 and removed_at is null',
    [ctx.tenantId, ctx.actor.userId],
  )
  const folded = foldedAlias(alias)
  if (members.some(({ name }) => foldText(name).trim() === folded))
    throw invalid('body.alias', 'is the name of another member')
  const taken = await ctx.run(
    'select 1 from arena_player where tenant_id = $1 and alias_folded = $2 and id <> $3',
    [ctx.tenantId, folded, ctx.actor.id],
  )
  if (taken.length > 0) throw conflict('Another player has this alias')
}
