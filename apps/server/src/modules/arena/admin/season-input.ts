/** What is checked of a season that administrators send. */
import type { Static } from 'typebox'
import type { createSeason } from '#contracts/arena/admin.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'

const dayMs = 86_400_000
const shortestDays = 7
const longestDays = 184

export interface Dates {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** @throws ServiceError VALIDATION_ERROR, CONFLICT where another season has some of these days */
export const checkDates = async (
  ctx: StaffContext,
  { startsAt, endsAt }: Dates,
  ownId: string | null,
): Promise<void> => {
  const days = (endsAt.getTime() - startsAt.getTime()) / dayMs
  if (days < shortestDays || days > longestDays)
    throw invalid('body.endsAt', `a season has ${shortestDays} to ${longestDays} days`)
  const others = await ctx.run(
    `select 1 from arena_season where tenant_id = $1 and state <> 'CLOSED' and starts_at < $3 and ends_at > $2
       and ($4::uuid is null or id <> $4) limit 1`,
    [ctx.tenantId, startsAt, endsAt, ownId],
  )
  if (others.length > 0) throw conflict('Another season has some of these days')
}

type ChallengeInput = NonNullable<Static<(typeof createSeason)['body']>['challenges']>

/** The challenges of a season take the place of those before. */
export const saveChallenges = async (
  ctx: StaffContext,
  seasonId: string,
  dates: Dates,
  challenges: ChallengeInput,
): Promise<void> => {
  const rows = challenges.map((challenge, at) => {
    const startsAt = challenge.startsAt === undefined ? dates.startsAt : new Date(challenge.startsAt)
    const endsAt = challenge.endsAt === undefined ? dates.endsAt : new Date(challenge.endsAt)
    if (startsAt < dates.startsAt || endsAt > dates.endsAt || startsAt >= endsAt)
      throw invalid(`body.challenges.${at}`, 'lies outside of its season')
    return { ...challenge, startsAt, endsAt }
  })
  await ctx.run('delete from arena_challenge where tenant_id = $1 and season_id = $2', [
    ctx.tenantId,
    seasonId,
  ])
  if (rows.length === 0) return
  await ctx.run(
    `insert into arena_challenge (tenant_id, id, season_id, title, description, kind, metric, target, starts_at, ends_at)
     select $1, row.id, $2, row.title, row.description, row.kind, row.metric, row.target, row.starts_at, row.ends_at
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::timestamptz[], $10::timestamptz[])
       as row (id, title, description, kind, metric, target, starts_at, ends_at)
     returning 1`,
    [
      ctx.tenantId,
      seasonId,
      rows.map(() => newId(ctx.now.getTime())),
      rows.map(({ title }) => title),
      rows.map(({ description }) => description),
      rows.map(({ kind }) => kind),
      rows.map(({ metric }) => metric),
      rows.map(({ target }) => target),
      rows.map(({ startsAt }) => startsAt),
      rows.map(({ endsAt }) => endsAt),
    ],
  )
}
