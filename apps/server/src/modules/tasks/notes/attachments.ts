/** Photos of a task: an address to upload to, then the photo on the task. */
import type { Static } from 'typebox'
import type { Attachment } from '#contracts/tasks/records.ts'
import type { addTaskAttachment } from '#contracts/tasks.ts'
import { attachmentsOfTask, attachUploads, createUpload } from '#server/modules/uploads/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext, WorkContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { changeTask } from '../change/change-task.ts'
import { livingOf, type TaskRow } from '../change/task-row.ts'
import { reportedAnew } from '../problems/standing-faults.ts'
import { requireSightOrWork, writeHistory } from './history.ts'

/**
 * Of which tasks somebody has shown the work done: a ticket that was never used shows nothing, what was shown before a
 * visitor said "not fixed" shows the work that was none, and what was shown before the fault was reported anew shows the
 * work of before. To take "done" back asks for no second photo.
 */
export const withPhotoAfter = async (
  ctx: TenantContext,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (taskIds.length === 0) return new Set()
  const rows = await ctx.run<{ task_id: string }>(
    `select distinct u.task_id from upload u where u.tenant_id = $1 and u.task_id = any($2) and u.kind = 'AFTER'
       and u.attached_at is not null and u.stored_at is not null and u.hidden_at is null
       and not exists (select from task_history h where h.tenant_id = $1 and h.task_id = u.task_id and h.at >= u.attached_at
         and (${reportedAnew} or (h.action = 'REOPENED' and h.changes -> 'verification' ? 'REJECTED')))`,
    [ctx.tenantId, taskIds],
  )
  return new Set(rows.map(({ task_id }) => task_id))
}

export const hasPhotoAfter = async (ctx: TenantContext, taskId: string): Promise<boolean> =>
  (await withPhotoAfter(ctx, [taskId])).has(taskId)

/** A photo of the work done confirms that a task is done. */
export const photoConfirms = (task: TaskRow, hasPhoto: boolean): { verification?: 'CONFIRMED' } =>
  hasPhoto && task.status === 'DONE' && task.verification === 'CLAIMED' ? { verification: 'CONFIRMED' } : {}

/**
 * Puts an uploaded photo on a locked task. It shows the work as it was then, also where it took until after a visitor said
 * "not fixed" to come. A photo for what was merged meanwhile stands on the one that it is part of now, and one by whoever
 * reported the task or worked on it is taken whoever has it by then.
 * @param takenAt on the service's clock
 * @throws ServiceError VALIDATION_ERROR for a key that is unknown or used, or whose bytes have not arrived yet; FORBIDDEN
 */
export const registerPhoto = async (
  ctx: WorkContext,
  given: TaskRow,
  key: string,
  takenAt: Date,
): Promise<Attachment> => {
  await requireSightOrWork(ctx, given)
  const task = await livingOf(ctx, given)
  const [uploadId] = await attachUploads(
    ctx,
    [key],
    { taskId: task.id, since: clampTime(takenAt, task.created_at, ctx.now) },
    'body.key',
  )
  const attachment = (await attachmentsOfTask(ctx, task.id)).find(({ id }) => id === uploadId)
  if (!attachment) throw invalid('body.key', 'the photo has not been uploaded yet')
  const after = await changeTask(ctx, task, photoConfirms(task, await hasPhotoAfter(ctx, task.id)))
  await writeHistory(ctx, [
    { task: after, type: 'ATTACHMENT_ADDED', changes: { attachment: [null, attachment.id] } },
  ])
  return attachment
}

type Answer = Static<(typeof addTaskAttachment)['data']>

const mostPhotos = 50

const photosText = `select count(*) as n from upload where tenant_id = $1 and task_id = $2 and hidden_at is null
  and (attached_at is not null or expires_at > $3)`

/**
 * A ticket for a photo of this task, or of the one that it is part of now.
 * @throws ServiceError FORBIDDEN; VALIDATION_ERROR where the task and its notes have 50 photos
 */
export const requestUpload = async (
  ctx: WorkContext,
  task: TaskRow,
  photo: { readonly contentType: string; readonly size: number; readonly kind: Attachment['kind'] },
): Promise<Answer> => {
  await requireSightOrWork(ctx, task)
  const taskId = (await livingOf(ctx, task)).id
  const [row] = await ctx.run<{ n: number }>(photosText, [ctx.tenantId, taskId, ctx.now])
  if ((row?.n ?? 0) >= mostPhotos) throw invalid('body', `a task takes ${mostPhotos} photos at most`)
  return createUpload(ctx, { purpose: 'TASK', taskId, ...photo })
}
