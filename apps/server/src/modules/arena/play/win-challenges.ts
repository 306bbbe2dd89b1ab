/** Notes who has won a challenge; what is won is not taken back. */
import type { TenantContext } from '#server/platform/context.ts'
import { reached } from './challenges.ts'

const text = `update arena_participation w set won_at = $3 from (
    select mine.challenge_id, mine.player_id from arena_participation mine
    join arena_challenge c on c.tenant_id = $1 and c.id = mine.challenge_id
    where mine.tenant_id = $1 and mine.won_at is null and c.id in (
      select challenge_id from arena_participation where tenant_id = $1 and player_id = any($2) and won_at is null)
      and ${reached} >= c.target) won
  where w.tenant_id = $1 and w.challenge_id = won.challenge_id and w.player_id = won.player_id
  returning w.player_id`

/** @param playerIds whose points or kudos changed @returns who has won by that, they or others of their teams */
export const winChallenges = async (ctx: TenantContext, playerIds: readonly string[]): Promise<string[]> =>
  (await ctx.run<{ player_id: string }>(text, [ctx.tenantId, playerIds, ctx.now])).map(
    ({ player_id }) => player_id,
  )
