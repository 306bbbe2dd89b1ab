/** The words of messages, as their records are now. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type Block, cut, escaped, literal, section } from '../blocks.ts'
import { languageOf, type SlackLanguage, wordsIn } from '../words.ts'
import type { Content } from './queue.ts'
import { readFinding, readRound } from './scout-events.ts'
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
  text: string
  author_name: string
}

interface PlaceRow {
  name: string
  building: string
  item: string | null
}

const placeText = `select a.name, b.name as building, i.name as item from amenity a
  join building b on b.tenant_id = $1 and b.id = a.building_id
  left join status_item i on i.tenant_id = $1 and i.id = $3
  where a.tenant_id = $1 and a.id = $2`

/** Undefined where it names a record that is gone. */
export const renderContent = async (ctx: TenantContext, content: Content): Promise<Rendered | undefined> => {
  const words = wordsIn(await readTenantLanguage(ctx))
  const line = (text: string): Rendered => ({ text, last: true })
  switch (content.kind) {
    case 'note': {
      const [note] = await ctx.run<NoteRow>(
        'select text, author_name from task_note where tenant_id = $1 and id = $2',
        [ctx.tenantId, content.noteId],
      )
      return note && line(cut(`*${literal(note.author_name)}*\n${escaped(note.text)}`))
    }
    case 'escalated':
      return line(words.reminder(literal(content.rule)))
    case 'atRisk':
    case 'breached':
    case 'rejected':
      return line(words[content.kind])
    case 'status': {
      const { amenityId, itemId, state } = content
      const [place] = await ctx.run<PlaceRow>(placeText, [ctx.tenantId, amenityId, itemId])
      if (!place) return undefined
      const name = literal(sayPlace(place.item, place.name, place.building))
      return line(`*${name}*: ${words.states[state] ?? state}`)
    }
    case 'finding': {
      const finding = await readFinding(ctx, content.findingId)
      if (!finding) return undefined
      const place = literal(sayPlace(null, finding.amenity.name, finding.building.name))
      return line(`*${place}*: ${words.finding(literal(finding.scout.name), literal(finding.categoryName))}`)
    }
    case 'round': {
      const round = await readRound(ctx, content.roundId)
      if (!round) return undefined
      const score = round.score === null ? '' : ` · ${words.score(round.score)}`
      const said = words.round(literal(round.scout?.name ?? ''), literal(round.title), round.number)
      return line(`*${literal(round.building.name)}*: ${said}${score}`)
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

/** `last` where the task is gone. */
export const renderTask = async (ctx: TenantContext, taskId: string): Promise<Rendered> => {
  const language = await readTenantLanguage(ctx)
  const task = (await readShownTasks(ctx, [taskId])).get(taskId)
  return { ...cardOf(ctx, task, language), last: !task }
}
