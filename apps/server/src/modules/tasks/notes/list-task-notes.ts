import { listTaskNotes } from '#contracts/tasks.ts'
import { attachmentsOfTask } from '#server/modules/uploads/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { requireVisible } from '../change/access.ts'
import { findTask } from '../change/task-row.ts'
import { type NoteRow, noteColumns, presentNote } from './notes.ts'

const count = 'select count(*) as n from task_note where tenant_id = $1 and task_id = $2'
const page = (direction: 'asc' | 'desc'): string =>
  `select ${noteColumns} from task_note where tenant_id = $1 and task_id = $2
   order by created_at ${direction}, id ${direction} limit $3 offset $4`

export default serve(listTaskNotes)(async (ctx, { params, query }) => {
  requireVisible(ctx, await findTask(ctx, params.id))
  const { limit, offset } = pageBounds(query)
  const [[counted], rows, attachments] = await Promise.all([
    ctx.run<{ n: number }>(count, [ctx.tenantId, params.id]),
    ctx.run<NoteRow>(page(query.sort === '-createdAt' ? 'desc' : 'asc'), [
      ctx.tenantId,
      params.id,
      limit,
      offset,
    ]),
    attachmentsOfTask(ctx, params.id),
  ])
  return { items: rows.map((row) => presentNote(row, attachments)), total: counted?.n ?? 0 }
})
