import { listPlayerBoard } from '#contracts/arena/boards.ts'
import type { PlayerPlace } from '#contracts/arena/records.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isShown, type PlayerRow, playerColumns, playerJoins, presentPlayer } from '../players.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { seasonOf } from '../seasons/current-season.ts'
import { smallestGroup } from '../seasons/present-season.ts'
import { wordsFor } from '../words/words.ts'

const shownToAll = 3
const shownAboveMe = 2

// The reader is on their own board even if they are hidden from others.
const text = `select ${playerColumns}, e.points::int, rank() over (order by e.points desc)::int as rank
  from arena_player p ${playerJoins}
  join lateral (select coalesce(sum(points) filter (where kind not in ('REDEMPTION', 'RETURN')), 0) as points from arena_entry
    where tenant_id = $1 and season_id = $2 and player_id = p.id and state <> 'PENDING') e on true
  where p.tenant_id = $1 and p.opted_in and (${isShown} or p.id = $3) order by e.points desc, p.id`

type Placed = PlayerRow & { readonly points: number; readonly rank: number }

export default serve(listPlayerBoard)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const season = await seasonOf(ctx, query.season)
  const rows = season ? await ctx.run<Placed>(text, [ctx.tenantId, season.id, ctx.actor.id]) : []
  const others = rows.filter(({ visibility }) => visibility !== 'HIDDEN').length
  if (others < smallestGroup)
    return { items: [], total: 0, about: { hidden: season ? 'TOO_FEW' : null } as const }
  const mine = rows.findIndex(({ id }) => id === ctx.actor.id)
  const reader = rows[mine]
  const { ownTeam } = await wordsFor(ctx)
  const items = rows
    .filter((_, at) => at < shownToAll || (at <= mine && at >= mine - shownAboveMe))
    .map(
      (row): PlayerPlace => ({
        player: presentPlayer(row, { companyId: reader?.company_id ?? null, ownTeam }),
        points: row.points,
        rank: row.rank,
        me: row.id === ctx.actor.id,
      }),
    )
  return {
    ...pageOf(
      inOrder(items, query.sort, ({ points }) => points),
      query,
    ),
    about: { hidden: null },
  }
})
