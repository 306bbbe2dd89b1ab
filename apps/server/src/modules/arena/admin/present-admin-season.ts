/** Seasons as administrators read them: with their challenges, which a change replaces as a whole. */
import type { AdminSeason } from '#contracts/arena/admin.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ChallengeRow } from '../play/challenges.ts'
import { readSeason, type SeasonRow } from '../seasons/current-season.ts'
import { presentSeasons } from '../seasons/present-season.ts'
import type { ArenaWords } from '../words/words.ts'

export const presentAdminSeasons = async (
  ctx: StaffContext,
  rows: readonly SeasonRow[],
  words: ArenaWords,
): Promise<AdminSeason[]> => {
  const challenges = await ctx.run<ChallengeRow>(
    'select * from arena_challenge where tenant_id = $1 and season_id = any($2) order by starts_at, id',
    [ctx.tenantId, rows.map(({ id }) => id)],
  )
  return (await presentSeasons(ctx, rows, words)).map((season, at) => ({
    ...season,
    challenges: challenges
      .filter(({ season_id }) => season_id === season.id)
      .map(({ title, description, kind, metric, target, starts_at, ends_at }) => ({
        title,
        description,
        kind,
        metric,
        target,
        startsAt: starts_at.toISOString(),
        endsAt: ends_at.toISOString(),
      })),
    version: rows[at]?.version ?? 1,
  }))
}

/** @throws ServiceError NOT_FOUND */
export const readAdminSeason = async (
  ctx: StaffContext,
  id: string,
  words: ArenaWords,
): Promise<AdminSeason> => {
  const [shown] = await presentAdminSeasons(ctx, [await readSeason(ctx, id)], words)
  if (!shown) throw notFound()
  return shown
}
