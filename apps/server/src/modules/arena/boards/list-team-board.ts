import { listTeamBoard } from '#contracts/arena/boards.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { seasonOf } from '../seasons/current-season.ts'
import { wordsFor } from '../words/words.ts'
import { playersWithHours, rankTeams } from './team-board.ts'

export default serve(listTeamBoard)(async (ctx, { query }) => {
  const season = await seasonOf(ctx, query.season)
  const teams = season ? rankTeams(await playersWithHours(ctx, season), (await wordsFor(ctx)).ownTeam) : []
  return {
    ...pageOf(
      inOrder(teams, query.sort, ({ score }) => score),
      query,
    ),
    about: { hidden: teams.length === 0 ? 'TOO_FEW' : null } as const,
  }
})
