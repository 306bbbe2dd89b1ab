/**
 * Attention items for visitors with a bad rating and a comment who got no reply: no public note, no work started,
 * not marked as done.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { AttentionWords } from './attention-words.ts'
import {
  countOf,
  dayMs,
  type FoundItems,
  hourMs,
  itemsPerGroup,
  type PlaceRow,
  placeOf,
  ranks,
} from './item-parts.ts'

interface CommentRow extends PlaceRow {
  id: string
  rating: number
  comment: string
  created_at: Date
  task_id: string | null
  total: number
}

const lookBackMs = 7 * dayMs
const quotedAtMost = 120

const quoted = (comment: string): string => {
  const line = comment.replaceAll(/\s+/g, ' ').trim()
  return line.length > quotedAtMost ? `${line.slice(0, quotedAtMost - 1)}…` : line
}

export const unansweredComments = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
): Promise<FoundItems> => {
  const values = valuesFor(ctx.tenantId)
  const from = values.add(new Date(ctx.now.getTime() - lookBackMs))
  const to = values.add(new Date(ctx.now.getTime() - hourMs))
  // `is false` prevents a join, so that each submission is checked by itself, whatever the planner estimates;
  // `offset 0` keeps it from reading all replies first.
  const rows = await ctx.run<CommentRow>(
    `select w.id, w.rating, w.created_at, w.total, f.comment, f.amenity_id, a.name as amenity_name,
       f.building_id, b.name as building_name,
       (select l.task_id from task_feedback l where l.tenant_id = $1 and l.feedback_id = w.id order by l.linked_at desc, l.task_id limit 1) as task_id
     from (
       select f.id, f.rating, f.created_at, count(*) over () as total from feedback f
       where f.tenant_id = $1 and f.created_at > ${from} and f.created_at <= ${to}
         and f.rating <= 2 and f.has_comment and f.counted and f.state = 'VISIBLE' and f.fixed is distinct from true
         and (exists (select from task_feedback l
           cross join lateral (select status from task where tenant_id = $1 and id = l.task_id offset 0) t
           where l.tenant_id = $1 and l.feedback_id = f.id and (t.status <> 'OPEN'
             or (exists (select from task_note n where n.tenant_id = $1 and n.task_id = l.task_id and n.public)) is true))) is false
         and (exists (select from feedback_reply where tenant_id = $1 and feedback_id = f.id offset 0)) is false
         and (exists (select from feedback_handled where tenant_id = $1 and feedback_id = f.id offset 0)) is false
         ${conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)}
       order by f.created_at, f.id limit ${itemsPerGroup}
     ) w
     cross join lateral (select * from feedback where tenant_id = $1 and id = w.id offset 0) f
     cross join lateral (select name from amenity where tenant_id = $1 and id = f.amenity_id offset 0) a
     cross join lateral (select name from building where tenant_id = $1 and id = f.building_id offset 0) b
     order by w.created_at, w.id`,
    values.list,
  )
  return {
    items: rows.map((row) => ({
      kind: 'FEEDBACK',
      id: row.id,
      name: quoted(row.comment),
      ...words.unanswered(row.rating),
      since: row.created_at.toISOString(),
      ...placeOf(row),
      rank: ranks.unanswered,
      acts: ['REPLY'],
      subjectId: row.task_id,
    })),
    counts: countOf(ranks.unanswered, rows),
  }
}
