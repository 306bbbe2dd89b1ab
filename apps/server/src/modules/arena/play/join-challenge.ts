import { joinChallenge } from '#contracts/arena/play.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { type ChallengeRow, challengeText, presentChallenge } from './challenges.ts'

const text = challengeText(`c.id = $3 and s.state <> 'DRAFT'`)

export default serve(joinChallenge)(async (given, { params }) => {
  const ctx = asPlayer(given)
  const read = () => ctx.run<ChallengeRow>(text, [ctx.tenantId, ctx.actor.id, params.id])
  const [row] = await read()
  if (!row) throw notFound()
  const shown = presentChallenge(row, ctx.now)
  if (shown.joined) return shown
  if (shown.state === 'ENDED') throw invalid('id', 'this challenge has ended')
  await ctx.run(
    `insert into arena_participation (tenant_id, challenge_id, player_id, joined_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [ctx.tenantId, row.id, ctx.actor.id, ctx.now],
  )
  const [after] = await read()
  return presentChallenge(after ?? row, ctx.now)
})
