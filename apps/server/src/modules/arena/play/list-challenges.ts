import { listChallenges } from '#contracts/arena/play.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type ChallengeRow, challengeText, presentChallenge, readerOf } from './challenges.ts'

const order = ['RUNNING', 'UPCOMING', 'WON', 'ENDED']

// Those of drafts are not told yet; a season has at most 20.
const text = `${challengeText(`s.state <> 'DRAFT' and s.id in
    (select id from arena_season where tenant_id = $1 and state <> 'DRAFT' order by starts_at desc limit 5)`)}
  order by c.starts_at, c.id`

export default serve(listChallenges)(async (ctx, { query }) => {
  const rows = await ctx.run<ChallengeRow>(text, [ctx.tenantId, readerOf(ctx)])
  const shown = rows
    .map((row) => presentChallenge(row, ctx.now))
    .filter(({ state }) => query.state === undefined || state === query.state)
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return pageOf(
    inOrder(shown, query.sort, ({ startsAt }) => startsAt),
    query,
  )
})
