import { listVisitorThanks } from '#contracts/arena.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { foldText } from '#server/platform/fold-text.ts'
import { serve } from '#server/platform/http/serve.ts'
import { localDay } from '#server/platform/local-day.ts'
import { asPlayer } from './present-profile.ts'

interface Row {
  comment: string
  rating: number
  created_at: Date
  zone: string
  amenity_id: string
  amenity_name: string
  building_id: string
  building_name: string
}

/** As many kind comments of the last months as anybody reads. */
const mostRead = 300
const daysBack = 180

// Settled by a person a day ago at least, so that somebody has read it; of places where the player finished something
// in the week before, found by the player's lines.
const text = `select f.comment, f.rating, f.created_at, coalesce(b.time_zone, t.time_zone) as zone,
    a.id as amenity_id, a.name as amenity_name, b.id as building_id, b.name as building_name
  from feedback_handled h
  join feedback f on f.tenant_id = $1 and f.id = h.feedback_id
  join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  join building b on b.tenant_id = $1 and b.id = f.building_id
  join tenant t on t.id = f.tenant_id
  where h.tenant_id = $1 and h.received_at > $3::timestamptz - interval '${daysBack} days' and h.author_kind = 'USER'
    and h.at <= $3::timestamptz - interval '24 hours' and f.rating >= 4 and f.state = 'VISIBLE' and f.issues = '[]'
    and f.comment <> '' and length(f.comment) <= 280
    and exists (select from arena_entry e join task k on k.tenant_id = $1 and k.id = e.task_id
      where e.tenant_id = $1 and e.player_id = $2 and e.kind = 'TASK' and k.amenity_id = f.amenity_id
        and e.at < f.created_at and e.at > f.created_at - interval '7 days')
  order by h.received_at desc limit ${mostRead}`

const namesText = `select name from app_user where tenant_id = $1 and removed_at is null
  union select name from operator where tenant_id = $1`

const wordsIn = (value: string): string[] => foldText(value).split(/[^\p{L}\p{N}]+/u)

export default serve(listVisitorThanks)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const [rows, people] = await Promise.all([
    ctx.run<Row>(text, [ctx.tenantId, ctx.actor.id, ctx.now]),
    ctx.run<{ name: string }>(namesText, [ctx.tenantId]),
  ])
  // A comment that names somebody is not shown, because thanks must not compare people.
  const names = new Set(people.flatMap(({ name }) => wordsIn(name)).filter((word) => word.length > 1))
  const kind = rows.filter(({ comment }) => !wordsIn(comment).some((word) => names.has(word)))
  const shown = kind.map((row) => ({
    date: localDay(row.created_at, row.zone),
    text: row.comment,
    rating: row.rating,
    amenity: { id: row.amenity_id, name: row.amenity_name },
    building: { id: row.building_id, name: row.building_name },
  }))
  return pageOf(
    inOrder(shown, query.sort, ({ date }) => date),
    query,
  )
})
