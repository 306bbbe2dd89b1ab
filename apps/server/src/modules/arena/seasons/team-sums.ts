/** Sums of teams, which stay when what is of persons is erased. */
import type { TenantContext } from '#server/platform/context.ts'
import { playersWithHours, rankTeams } from '../boards/team-board.ts'
import { wordsOf } from '../words/words.ts'
import type { SeasonRow } from './current-season.ts'

export const keepTeamSums = async (ctx: TenantContext, season: SeasonRow): Promise<void> => {
  const teams = rankTeams(await playersWithHours(ctx, season), (await wordsOf(ctx, null)).ownTeam)
  if (teams.length === 0) return
  await ctx.run(
    `insert into arena_team_sum (tenant_id, season_id, company_id, name, players, points, duty_hours)
     select $1, $2, row.company, row.name, row.players, row.points, row.hours
     from unnest($3::uuid[], $4::text[], $5::int[], $6::int[], $7::float8[]) as row (company, name, players, points, hours)
     on conflict do nothing`,
    [
      ctx.tenantId,
      season.id,
      teams.map(({ team }) => team.id),
      teams.map(({ team }) => team.name),
      teams.map(({ players }) => players),
      teams.map(({ points }) => points),
      teams.map(({ dutyHours }) => dutyHours),
    ],
  )
}
