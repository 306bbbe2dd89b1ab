import { getChallenge } from '#contracts/arena/play.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { smallestGroup } from '../seasons/present-season.ts'
import { wordsFor } from '../words/words.ts'
import { type ChallengeRow, challengeText, presentChallenge, readerOf, teamsOf } from './challenges.ts'

const text = challengeText(`c.id = $3 and s.state <> 'DRAFT'`)

export default serve(getChallenge)(async (ctx, { params }) => {
  const [row] = await ctx.run<ChallengeRow>(text, [ctx.tenantId, readerOf(ctx), params.id])
  if (!row) throw notFound()
  const { ownTeam } = await wordsFor(ctx)
  const teams = row.kind === 'TEAM' ? await teamsOf(ctx, row.id) : []
  return {
    ...presentChallenge(row, ctx.now),
    teams: teams
      .filter(({ players }) => players >= smallestGroup)
      .map(({ company_id, name, progress }) => ({
        team: { id: company_id, name: name ?? ownTeam },
        progress,
        won: progress >= row.target,
      })),
  }
})
