/** Notes of a task, with photos; visitors who follow the task see public ones. */
import type { Attachment, Note } from '#contracts/tasks/records.ts'
import { attachUploads } from '#server/modules/uploads/public.ts'
import type { TenantContext, WorkContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { canView, requireUnmerged, requireVisible } from '../change/access.ts'
import { changeTask } from '../change/change-task.ts'
import { resolveMerged, type TaskRow } from '../change/task-row.ts'
import { hasPhotoAfter, photoConfirms } from './attachments.ts'
import { authorOf, writeHistory } from './history.ts'
import { requireVisibleOrInvolved } from './involved.ts'

export interface NoteRow {
  id: string
  text: string
  public: boolean
  source: string | null
  author_kind: string
  author_id: string
  author_name: string
  created_at: Date
}

export const noteColumns = 'id, text, public, source, author_kind, author_id, author_name, created_at'

export const presentNote = (row: NoteRow, attachments: readonly Attachment[]): Note => ({
  id: row.id,
  text: row.text,
  public: row.public,
  source: row.source as Note['source'],
  author: {
    id: row.author_id === '' ? null : row.author_id,
    name: row.author_name,
    kind: row.author_kind as 'USER',
  },
  createdAt: row.created_at.toISOString(),
  attachments: attachments.filter(({ noteId }) => noteId === row.id),
})

const insert = `insert into task_note (tenant_id, id, task_id, text, public, author_kind, author_id, author_name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${noteColumns}`

export const writeNote = async (
  ctx: TenantContext,
  taskId: string,
  note: { readonly text: string; readonly public: boolean },
): Promise<NoteRow> => {
  ctx.invalidate('tasks')
  const { kind, id, name } = authorOf(ctx.actor)
  const values = [
    ctx.tenantId,
    newId(ctx.now.getTime()),
    taskId,
    note.text,
    note.public,
    kind,
    id ?? '',
    name,
    ctx.now,
  ]
  const [row] = await ctx.run<NoteRow>(insert, values)
  if (!row) throw new Error('A note was not written')
  return row
}

/** Notes by the service itself, e.g. after a merge; they emit no events. */
export const writeNotes = async (
  ctx: TenantContext,
  notes: readonly { readonly taskId: string; readonly text: string }[],
): Promise<void> => {
  ctx.invalidate('tasks')
  await ctx.run(
    `insert into task_note (tenant_id, id, task_id, text, public, author_kind, author_id, author_name, created_at)
     select $1, row.id, row.task_id, row.text, false, 'SYSTEM', '', 'Wellkept', $5
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as row (id, task_id, text)
     returning 1`,
    [
      ctx.tenantId,
      notes.map(() => newId(ctx.now.getTime())),
      notes.map(({ taskId }) => taskId),
      notes.map(({ text }) => text),
      ctx.now,
    ],
  )
}

export interface NewNote {
  readonly text: string
  readonly public: boolean
  readonly attachmentKeys: readonly string[]
}

/**
 * Adds a note that was written offline, perhaps before the task was reassigned or merged; for a merged task it goes
 * to the task it was merged into. Whoever has a task that the author no longer sees is told of it.
 * @throws ServiceError as addNote; FORBIDDEN only for somebody who is not in the task's history
 */
export const addLateNote = async (ctx: WorkContext, task: TaskRow, note: NewNote): Promise<void> => {
  await requireVisibleOrInvolved(ctx, task)
  const at = await resolveMerged(ctx, task)
  const { note: row } = await storeNote(ctx, at, note)
  if (!canView(ctx.actor, at)) await emit(ctx, 'internal.task_told', { taskId: at.id, noteId: row.id })
}

/**
 * @param task locked by the caller
 * @throws ServiceError FORBIDDEN; VALIDATION_ERROR for an unknown photo or a merged task
 */
export const addNote = async (
  ctx: WorkContext,
  task: TaskRow,
  note: NewNote,
): Promise<{ note: NoteRow; task: TaskRow }> => {
  requireVisible(ctx, task)
  return storeNote(ctx, task, note)
}

const storeNote = async (
  ctx: WorkContext,
  task: TaskRow,
  note: NewNote,
): Promise<{ note: NoteRow; task: TaskRow }> => {
  requireUnmerged(task)
  const row = await writeNote(ctx, task.id, note)
  await attachUploads(ctx, note.attachmentKeys, { taskId: task.id, noteId: row.id }, 'body.attachmentKeys')
  const hasPhoto = note.attachmentKeys.length > 0 && (await hasPhotoAfter(ctx, task.id))
  const after = await changeTask(ctx, task, photoConfirms(task, hasPhoto))
  await writeHistory(ctx, [
    { task: after, type: 'NOTE_ADDED', changes: { note: [null, row.id] }, public: row.public },
  ])
  return { note: row, task: after }
}

/** Whether the last note of the task has the same text and author: a repeat of the same request. */
export const isRepeatedNote = async (ctx: WorkContext, taskId: string, text: string): Promise<boolean> => {
  const [last] = await ctx.run<NoteRow>(
    `select ${noteColumns} from task_note where tenant_id = $1 and task_id = $2 order by created_at desc, id desc limit 1`,
    [ctx.tenantId, taskId],
  )
  return last?.text === text && last.author_id === ctx.actor.id
}
