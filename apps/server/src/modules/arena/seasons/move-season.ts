/** Seasons go on by time or by hand: DRAFT, ACTIVE, SETTLING, CLOSED. */
import type { TenantContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { readSettings } from '../settings.ts'
import { currentSeason, type SeasonRow } from './current-season.ts'
import { keepTeamSums } from './team-sums.ts'

/** Starts, ends, closes or erases a season; its key is the season. */
export const seasonKind = 'arena.season'

const dayMs = 86_400_000
/** How long disputes and late reversals count after the end. */
export const settleMs = 7 * dayMs
/** How long after a season is closed what is of persons is erased. */
export const eraseAfterMs = 90 * dayMs
export const eraseAt = (closedAt: Date): Date => new Date(closedAt.getTime() + eraseAfterMs)

/** Copies the weights and caps, which are frozen from then on. @throws ServiceError CONFLICT where another one runs */
export const startSeason = async (ctx: TenantContext, season: SeasonRow): Promise<void> => {
  if (await currentSeason(ctx)) throw conflict('Another season is still running or being settled')
  const { weights, caps } = await readSettings(ctx)
  await ctx.run(
    `update arena_season set state = 'ACTIVE', starts_at = least(starts_at, $3), weights = $4, caps = $5, version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, season.id, ctx.now, JSON.stringify(weights), JSON.stringify(caps)],
  )
  // Challenges that begin with the season do so where it starts early.
  await ctx.run(
    `update arena_challenge set starts_at = $4 where tenant_id = $1 and season_id = $2 and starts_at = $3 and starts_at > $4`,
    [ctx.tenantId, season.id, season.starts_at, ctx.now],
  )
  await ctx.schedule(seasonKind, season.id, season.ends_at)
}

export const endSeason = async (ctx: TenantContext, season: SeasonRow): Promise<void> => {
  const endsAt = new Date(Math.min(season.ends_at.getTime(), ctx.now.getTime()))
  const settlesUntil = new Date(endsAt.getTime() + settleMs)
  await ctx.run(
    `update arena_season set state = 'SETTLING', ends_at = $3, settles_until = $4, version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, season.id, endsAt, settlesUntil],
  )
  await ctx.schedule(seasonKind, season.id, settlesUntil)
}

/** What is still pending then is credited no more; a draft is closed unused. */
export const closeSeason = async (ctx: TenantContext, season: SeasonRow): Promise<void> => {
  if (season.state !== 'DRAFT') await keepTeamSums(ctx, season)
  await ctx.run(
    `update arena_season set state = 'CLOSED', closed_at = $3, version = version + 1 where tenant_id = $1 and id = $2`,
    [ctx.tenantId, season.id, ctx.now],
  )
  await ctx.run(
    `update arena_entry set state = 'REVERSED', points = 0 where tenant_id = $1 and season_id = $2 and state = 'PENDING'`,
    [ctx.tenantId, season.id],
  )
  await ctx.schedule(seasonKind, season.id, eraseAt(ctx.now))
}
