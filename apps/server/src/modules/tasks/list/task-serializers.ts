/** Outbound serializers of task events. */
import type { EventPayload } from '#contracts/events.ts'
import type { OutwardChange, OutwardTask, ShownName } from '#contracts/outward.ts'
import type { Author } from '#contracts/records.ts'
import type { Serializer, SerializerContext, Serializers } from '#server/platform/context.ts'
import { serializeEach } from '#server/platform/events/serializers.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { rowsText } from './list-sql.ts'
import { factsOf } from './present-task.ts'
import type { ShownTaskRow } from './task-columns.ts'

/** A caller id that matches nobody, so that names are in the tenant's language. */
const nobody = '00000000-0000-0000-0000-000000000000'

type TaskEvent = Extract<ShownName, `task.${string}` | `sla.${string}`>
type AboutTask = { readonly taskId: string }

const read = async (
  ctx: SerializerContext,
  events: readonly StoredEvent<TaskEvent>[],
): Promise<ReadonlyMap<string, OutwardTask>> => {
  const ids = [...new Set(events.map(({ payload }) => (payload as AboutTask).taskId))]
  const rows = await ctx.run<ShownTaskRow>(rowsText, [ctx.tenantId, nobody, ids])
  return new Map(rows.map((row) => [row.id, factsOf(ctx, row)]))
}

const serializeWith =
  <N extends TaskEvent>(add: (payload: EventPayload<N>) => object): Serializer<N> =>
  async (ctx, events) =>
    serializeEach(
      events,
      (payload) => (payload as AboutTask).taskId,
      await read(ctx, events),
      ({ payload }) => add(payload),
    )

const moved = (field: string, { from, to }: { readonly from: unknown; readonly to: unknown }) => ({
  changes: [{ field, from, to }] satisfies OutwardChange[],
})

interface NoteRow {
  id: string
  text: string
  public: boolean
  author_kind: Author['kind']
  author_id: string
  author_name: string
}

const notesText = `select id, text, public, author_kind, author_id, author_name from task_note
  where tenant_id = $1 and id = any($2::uuid[])`

const serializeNotes: Serializer<'task.note_added'> = async (ctx, events) => {
  const rows = await ctx.run<NoteRow>(notesText, [ctx.tenantId, events.map(({ payload }) => payload.noteId)])
  const notes = new Map(rows.map((row) => [row.id, row]))
  const noteOf = ({ noteId: id, public: open }: EventPayload<'task.note_added'>) => {
    const row = notes.get(id)
    if (!row) return { id, text: null, public: open, author: null }
    const { author_kind: kind, author_id: authorId, author_name: name } = row
    const text = kind === 'VISITOR' ? null : row.text
    return { id, text, public: row.public, author: { id: authorId === '' ? null : authorId, name, kind } }
  }
  return serializeEach(
    events,
    ({ taskId }) => taskId,
    await read(ctx, events),
    ({ payload }) => ({ note: noteOf(payload) }),
  )
}

const clock = ({ clock: name, dueAt }: EventPayload<'sla.at_risk'>) => ({ clock: { name, dueAt } })

export const taskSerializers: Serializers = {
  'task.created': serializeWith(() => ({})),
  'task.assigned': serializeWith((change) => moved('assignee', change)),
  'task.status_changed': serializeWith((change) => moved('status', change)),
  'task.blocked': serializeWith((change) => moved('blocked', change)),
  'task.updated': serializeWith(({ changes }) => ({ changes })),
  'task.reopened': serializeWith((change) => moved('status', change)),
  'task.deleted': serializeWith(() => ({})),
  'task.escalated': serializeWith(({ ruleId: id, ruleName: name, level }) => ({ rule: { id, name }, level })),
  'task.note_added': serializeNotes,
  'sla.at_risk': serializeWith(clock),
  'sla.breached': serializeWith(clock),
}
