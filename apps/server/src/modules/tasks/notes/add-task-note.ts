import { addTaskNote } from '#contracts/tasks.ts'
import { attachmentsOfTask } from '#server/modules/uploads/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockTask } from '../change/task-row.ts'
import { addNote, presentNote } from './notes.ts'

export default serve(addTaskNote)(async (ctx, { params, body }) => {
  const task = await lockTask(ctx, params.id)
  const { note } = await addNote(ctx, task, {
    text: body.text,
    public: body.public ?? false,
    attachmentKeys: body.attachmentKeys ?? [],
  })
  return presentNote(note, body.attachmentKeys?.length ? await attachmentsOfTask(ctx, task.id) : [])
})
