import { listKudos } from '#contracts/arena/play.ts'
import { containing, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isShown, type PlayerRow, playerColumns, playerJoins, presentPlayer } from '../players.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { wordsFor } from '../words/words.ts'
import { type KudosRow, leftToday, presentKudos, readPlayers } from './kudos.ts'

const shownPlayer = (id: string): string =>
  `exists (select from arena_player p where p.tenant_id = $1 and p.id = k.${id} and (${isShown} or (p.opted_in and p.id = $2)))`
const visible = `k.tenant_id = $1 and k.hidden_at is null and ${shownPlayer('from_id')} and ${shownPlayer('to_id')}`

// A real name is found only where the reader sees it: by colleagues of the same team.
const peopleText = `select ${playerColumns} from arena_player p ${playerJoins}
  where p.tenant_id = $1 and p.id <> $2 and ${isShown}
    and (p.alias ilike $3 or (p.visibility = 'TEAM' and c.id is not distinct from $4 and u.name ilike $3))
  order by p.alias limit 20`

export default serve(listKudos)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const { limit, offset } = pageBounds(query)
  const reader = (await readPlayers(ctx, [ctx.actor.id])).get(ctx.actor.id)
  const companyId = reader?.company_id ?? null
  const [[counted], rows, people] = await Promise.all([
    ctx.run<{ total: number }>(`select count(*)::int as total from arena_kudos k where ${visible}`, [
      ctx.tenantId,
      ctx.actor.id,
    ]),
    ctx.run<KudosRow>(
      `select k.* from arena_kudos k where ${visible} order by k.at ${query.sort === 'at' ? 'asc' : 'desc'}, k.id limit $3 offset $4`,
      [ctx.tenantId, ctx.actor.id, limit, offset],
    ),
    ctx.run<PlayerRow>(peopleText, [ctx.tenantId, ctx.actor.id, containing(query.q ?? ''), companyId]),
  ])
  const words = await wordsFor(ctx)
  return {
    items: await presentKudos(ctx, rows, ctx.actor.id, words),
    total: counted?.total ?? 0,
    about: {
      leftToday: await leftToday(ctx, ctx.actor.id, ctx.tenant.timeZone),
      people: people.map((row) => presentPlayer(row, { companyId, ownTeam: words.ownTeam })),
    },
  }
})
