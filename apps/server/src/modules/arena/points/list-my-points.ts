import { listMyPoints } from '#contracts/arena.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { wordsFor } from '../words/words.ts'
import { entryColumns, entryJoins, presentEntry, type ShownEntryRow } from './present-entry.ts'
import { sumPoints } from './summary.ts'

const asked = `e.tenant_id = $1 and e.player_id = $2 and ($3::uuid is null or e.season_id = $3) and ($4::text is null or e.state = $4)`
const listText = (direction: 'asc' | 'desc') => `select ${entryColumns} from arena_entry e ${entryJoins}
  where ${asked} order by e.at ${direction}, e.id limit $5 offset $6`
const countText = `select count(*)::int as total from arena_entry e where ${asked}`

export default serve(listMyPoints)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const { limit, offset } = pageBounds(query)
  const season = query.season ?? null
  const values = [ctx.tenantId, ctx.actor.id, season, query.state ?? null]
  const [[counted], rows] = await Promise.all([
    ctx.run<{ total: number }>(countText, values),
    ctx.run<ShownEntryRow>(listText(query.sort === 'at' ? 'asc' : 'desc'), [...values, limit, offset]),
  ])
  const words = await wordsFor(ctx)
  return {
    items: rows.map((row) => presentEntry(row, words)),
    total: counted?.total ?? 0,
    about: await sumPoints(ctx, ctx.actor.id, season),
  }
})
