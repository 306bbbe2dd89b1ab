import { getKioskBoard } from '#contracts/arena/boards.ts'
import type { RealmContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { forbidden } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { localDay, startOfLocalDay } from '#server/platform/local-day.ts'
import { type ChallengeRow, challengeText, presentChallenge } from '../play/challenges.ts'
import { type KudosRow, presentKudos } from '../play/kudos.ts'
import { currentSeason } from '../seasons/current-season.ts'
import { presentSeasons } from '../seasons/present-season.ts'
import { wordsFor } from '../words/words.ts'
import { buildingBoard } from './building-board.ts'
import { playersWithHours, rankTeams } from './team-board.ts'

const shownKudos = 10
// A wall hangs where everybody passes, so whoever is hidden is on neither side of what it shows.
const kudosText = `select k.* from arena_kudos k
  join arena_player f on f.tenant_id = $1 and f.id = k.from_id and f.opted_in and f.visibility <> 'HIDDEN'
  join arena_player p on p.tenant_id = $1 and p.id = k.to_id and p.opted_in and p.visibility <> 'HIDDEN'
  where k.tenant_id = $1 and k.hidden_at is null order by k.at desc, k.id limit ${shownKudos}`
const challengesText = `${challengeText(`c.season_id = $3 and c.kind = 'TEAM' and c.ends_at > $4`)} order by c.starts_at, c.id`

const totalsText = `select
    (select count(*) from task_history h join task t on t.tenant_id = $1 and t.id = h.task_id
      where h.tenant_id = $1 and h.action = 'CONFIRMED' and h.at >= $2 and ($3::uuid[] is null or t.building_id = any($3)))::int as confirmed,
    (select count(*) from arena_kudos where tenant_id = $1 and at >= $2 and hidden_at is null)::int as thanks,
    (select at from arena_line where tenant_id = $1 order by id desc limit 1) as line_at`

const latest = (first: Date, ...others: readonly (Date | null | undefined)[]): Date =>
  others.reduce<Date>((last, at) => (at && at > last ? at : last), first)

/** Says that the wall still asks; not in the transaction of the request, which only reads. */
const noteSeen = (ctx: RealmContext): void => {
  const { platform, tenantId, actor, now } = ctx
  ctx.afterCommit(() => {
    inTenant(platform.databases.app, tenantId, 'write', ({ run }) =>
      run('update arena_kiosk set last_seen_at = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        actor.id,
        now,
      ]),
    ).catch((error: unknown) => platform.log.warn({ err: error }, 'That a wall was seen was not noted'))
  })
}

export default serve(getKioskBoard)(async (ctx) => {
  if (ctx.actor.kind !== 'KIOSK') throw forbidden('This is for walls')
  noteSeen(ctx)
  const [kiosk] = await ctx.run<{ building_ids: string[] }>(
    'select building_ids from arena_kiosk where tenant_id = $1 and id = $2',
    [ctx.tenantId, ctx.actor.id],
  )
  const buildingIds = kiosk && kiosk.building_ids.length > 0 ? kiosk.building_ids : null
  const [season, words] = [await currentSeason(ctx), await wordsFor(ctx)]
  const kudos = await ctx.run<KudosRow>(kudosText, [ctx.tenantId])
  const challenges = season
    ? await ctx.run<ChallengeRow>(challengesText, [ctx.tenantId, null, season.id, ctx.now])
    : []
  const today = startOfLocalDay(localDay(ctx.now, ctx.tenant.timeZone), ctx.tenant.timeZone)
  const [totals] = await ctx.run<{ confirmed: number; thanks: number; line_at: Date | null }>(totalsText, [
    ctx.tenantId,
    today,
    buildingIds,
  ])
  return {
    season: season && ((await presentSeasons(ctx, [season], words))[0] ?? null),
    teams: season ? rankTeams(await playersWithHours(ctx, season, buildingIds), words.ownTeam) : [],
    buildings: season ? await buildingBoard(ctx, season, buildingIds) : [],
    challenges: challenges.map((row) => presentChallenge(row, ctx.now)),
    kudos: await presentKudos(ctx, kudos, undefined, words),
    totals: { confirmedToday: totals?.confirmed ?? 0, thanksToday: totals?.thanks ?? 0 },
    // Of what is shown and not of the answer, so that an unchanged board keeps its ETag.
    updatedAt: latest(today, totals?.line_at, kudos[0]?.at).toISOString(),
  }
})
