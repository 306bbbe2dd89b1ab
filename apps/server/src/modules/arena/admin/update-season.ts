import type { Static } from 'typebox'
import { updateSeason } from '#contracts/arena/admin.ts'
import { seasonMoves } from '#contracts/arena/records.ts'
import { mayMove } from '#contracts/kit/states.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readSeason, type SeasonRow } from '../seasons/current-season.ts'
import { closeSeason, endSeason, seasonKind, settleMs, startSeason } from '../seasons/move-season.ts'
import { presentAdminSeasons, readAdminSeason } from './present-admin-season.ts'
import { wordsOfStaff } from './present-arena.ts'
import { checkDates, saveChallenges } from './season-input.ts'

type Body = Static<(typeof updateSeason)['body']>

/** The rules of a season that runs are frozen, so only its name and a later end may be set. */
const checkFrozen = (season: SeasonRow, { startsAt, endsAt, challenges }: Body): void => {
  if (season.state === 'DRAFT') return
  if (startsAt !== undefined) throw invalid('body.startsAt', 'the season has started')
  if (challenges !== undefined) throw invalid('body.challenges', 'the season has started')
  if (endsAt === undefined) return
  if (season.state !== 'ACTIVE') throw invalid('body.endsAt', 'the season has ended')
  if (new Date(endsAt) < season.ends_at) throw invalid('body.endsAt', 'may only become later')
}

const moveTo = async (ctx: StaffContext, season: SeasonRow, to: Body['state']): Promise<void> => {
  if (to === undefined || to === season.state) return
  if (!mayMove(seasonMoves, season.state, to))
    throw invalid('body.state', `a season that is ${season.state} cannot become ${to}`)
  if (to === 'ACTIVE') await startSeason(ctx, season)
  else if (to === 'SETTLING') await endSeason(ctx, season)
  else await closeSeason(ctx, season)
}

export default serve(updateSeason)(async (ctx, { params, body }) => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`arena-setting:${ctx.tenantId}`])
  const season = await readSeason(ctx, params.id, 'for update')
  requireVersion(ctx, season.version)
  const words = await wordsOfStaff(ctx)
  const [before] = await presentAdminSeasons(ctx, [season], words)
  if (before) auditBefore(ctx, before)
  checkFrozen(season, body)
  const dates = {
    startsAt: body.startsAt === undefined ? season.starts_at : new Date(body.startsAt),
    endsAt: body.endsAt === undefined ? season.ends_at : new Date(body.endsAt),
  }
  if (body.startsAt !== undefined || body.endsAt !== undefined) await checkDates(ctx, dates, season.id)
  const changed: SeasonRow = {
    ...season,
    name: body.name ?? season.name,
    starts_at: dates.startsAt,
    ends_at: dates.endsAt,
  }
  await ctx.run(
    `update arena_season set name = $3, starts_at = $4, ends_at = $5, settles_until = $6, version = version + 1
     where tenant_id = $1 and id = $2`,
    [
      ctx.tenantId,
      season.id,
      changed.name,
      dates.startsAt,
      dates.endsAt,
      season.state === 'DRAFT' || season.state === 'ACTIVE'
        ? new Date(dates.endsAt.getTime() + settleMs)
        : season.settles_until,
    ],
  )
  if (season.state === 'DRAFT') {
    if (body.challenges) await saveChallenges(ctx, season.id, dates, body.challenges)
    await ctx.schedule(seasonKind, season.id, dates.startsAt)
  } else if (season.state === 'ACTIVE') await ctx.schedule(seasonKind, season.id, dates.endsAt)
  await moveTo(ctx, changed, body.state)
  return readAdminSeason(ctx, season.id, words)
})
