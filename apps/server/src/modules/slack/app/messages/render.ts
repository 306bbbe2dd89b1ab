/** The words of claimed messages, as their records are now. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type Block, cut, escaped, literal, section } from '../blocks.ts'
import { languageOf, type SlackLanguage, wordsIn } from '../words.ts'
import type { Claimed, Content } from './queue.ts'
import { cardOf, readShownTasks } from './task-card.ts'

export interface Rendered {
  readonly text: string
  readonly blocks?: Block[]
  /** the record is gone, so there will be no other edit */
  readonly last: boolean
}

export const readTenantLanguage = async (ctx: TenantContext): Promise<SlackLanguage> => {
  const [row] = await ctx.run<{ language: string | null }>(
    "select settings -> 'profile' ->> 'locale' as language from tenant where id = $1",
    [ctx.tenantId],
  )
  return languageOf(row?.language)
}

interface NoteRow {
  id: string
  text: string
  author_name: string
}

interface PlaceRow {
  id: string
  name: string
  building: string
  item_id: string
  item: string | null
}

const placesText = `select a.id, a.name, b.name as building, row.item_id, i.name as item
  from unnest($2::uuid[], $3::uuid[]) as row (amenity_id, item_id)
  join amenity a on a.tenant_id = $1 and a.id = row.amenity_id
  join building b on b.tenant_id = $1 and b.id = a.building_id
  left join status_item i on i.tenant_id = $1 and i.id = row.item_id`

/** By id; what names a record that is gone has none. */
export const render = async (
  ctx: TenantContext,
  claimed: readonly Claimed[],
): Promise<ReadonlyMap<string, Rendered>> => {
  const contents = claimed.flatMap(({ content }) => content ?? [])
  const noteIds = contents.flatMap((one) => (one.kind === 'note' ? one.noteId : []))
  const statuses = contents.flatMap((one) => (one.kind === 'status' ? one : []))
  const [language, tasks, notes, places] = await Promise.all([
    readTenantLanguage(ctx),
    readShownTasks(
      ctx,
      claimed.flatMap(({ kind, task_id }) => (kind === 'TASK' && task_id ? task_id : [])),
    ),
    noteIds.length === 0
      ? []
      : ctx.run<NoteRow>(
          'select id, text, author_name from task_note where tenant_id = $1 and id = any($2::uuid[])',
          [ctx.tenantId, noteIds],
        ),
    statuses.length === 0
      ? []
      : ctx.run<PlaceRow>(placesText, [
          ctx.tenantId,
          statuses.map(({ amenityId }) => amenityId),
          statuses.map(({ itemId }) => itemId),
        ]),
  ])
  const words = wordsIn(language)
  const line = (text: string): Rendered => ({ text, last: true })
  const sayContent = (content: Content): Rendered | undefined => {
    switch (content.kind) {
      case 'note': {
        const note = notes.find(({ id }) => id === content.noteId)
        return note && line(cut(`*${literal(note.author_name)}*\n${escaped(note.text)}`))
      }
      case 'escalated':
        return line(words.reminder(literal(content.rule)))
      case 'atRisk':
      case 'breached':
      case 'rejected':
        return line(words[content.kind])
      case 'status': {
        const place = places.find(({ id, item_id }) => id === content.amenityId && item_id === content.itemId)
        if (!place) return undefined
        const name = literal(sayPlace(place.item, place.name, place.building))
        return line(`*${name}*: ${words.states[content.state] ?? content.state}`)
      }
      case 'more':
        return {
          ...line(words.more(content.count)),
          blocks: [section(`<${ctx.platform.config.baseUrl}/app/tasks|${words.more(content.count)}>`)],
        }
      default:
        return content satisfies never
    }
  }
  return new Map(
    claimed.flatMap(({ id, kind, task_id, content, ts }): [string, Rendered][] => {
      if (kind === 'TASK') {
        const task = tasks.get(task_id ?? '')
        // Of a task that was deleted before its message was sent nothing is shown.
        if (!task && ts === null) return []
        return [[id, { ...cardOf(ctx, task, language), last: !task }]]
      }
      const said = content && sayContent(content)
      return said ? [[id, said]] : []
    }),
  )
}
