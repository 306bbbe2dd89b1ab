/** Photos of a task: an upload address first, then the uploaded photo on the task. */
import type { Static } from 'typebox'
import type { Attachment } from '#contracts/tasks/records.ts'
import type { addTaskAttachment } from '#contracts/tasks.ts'
import { attachmentsOfTask, attachUploads, createUpload } from '#server/modules/uploads/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext, WorkContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { changeTask } from '../change/change-task.ts'
import { resolveMerged, type TaskRow } from '../change/task-row.ts'
import { reportedAgain } from '../problems/open-faults.ts'
import { writeHistory } from './history.ts'
import { requireVisibleOrInvolved } from './involved.ts'

/** Condition of a photo `u`: it shows the work as it is now, as far as anybody has said. */
const showsResult = `u.kind = 'AFTER' and u.attached_at is not null and u.stored_at is not null and u.hidden_at is null
  and not exists (select from task_history h where h.tenant_id = $1 and h.task_id = u.task_id and h.at >= u.attached_at
    and (${reportedAgain} or (h.action = 'REOPENED' and h.changes -> 'verification' ? 'REJECTED')))`

/**
 * The tasks with a photo of the finished work. Not counted are unused upload addresses and photos from before a
 * visitor said "not fixed" or reported the fault anew. After taking back DONE no second photo is needed.
 */
export const withPhotoAfter = async (
  ctx: TenantContext,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (taskIds.length === 0) return new Set()
  const rows = await ctx.run<{ task_id: string }>(
    `select distinct u.task_id from upload u where u.tenant_id = $1 and u.task_id = any($2) and ${showsResult}`,
    [ctx.tenantId, taskIds],
  )
  return new Set(rows.map(({ task_id }) => task_id))
}

// The tasks are an array first, since a join with them would read every photo of the tenant.
const shownText = `select u.id from upload u where u.tenant_id = $1 and u.task_id = any(array(
      select t.id from task t where t.tenant_id = $1 and (t.id = any($2) or t.merged_into = any($2))
        and coalesce((select m.status from task m where m.tenant_id = $1 and m.id = t.merged_into), t.status) = 'DONE'))
    and u.public and ${showsResult} order by u.attached_at, u.id`

/** Ids of the photos of finished work, oldest first, that their authors show to visitors. */
export const photosForVisitors = async (
  ctx: TenantContext,
  taskIds: readonly string[],
): Promise<readonly string[]> => {
  if (taskIds.length === 0) return []
  const rows = await ctx.run<{ id: string }>(shownText, [ctx.tenantId, taskIds])
  return rows.map(({ id }) => id)
}

export const hasPhotoAfter = async (ctx: TenantContext, taskId: string): Promise<boolean> =>
  (await withPhotoAfter(ctx, [taskId])).has(taskId)

/** A photo of the finished work confirms a task that is DONE. */
export const photoConfirms = (task: TaskRow, hasPhoto: boolean): { verification?: 'CONFIRMED' } =>
  hasPhoto && task.status === 'DONE' && task.verification === 'CLAIMED' ? { verification: 'CONFIRMED' } : {}

export interface TakenPhoto {
  readonly key: string
  /** shown to the visitors behind the task */
  readonly public: boolean
  /** on the service's clock */
  readonly takenAt: Date
}

/**
 * Adds an uploaded photo to a locked task, with the time it was taken, even if it arrives after a visitor said "not
 * fixed". For a merged task it goes to the task it was merged into; whoever reported the task or worked on it may
 * add one after it was reassigned.
 * @throws ServiceError VALIDATION_ERROR for a key that is unknown or used, or whose bytes have not arrived yet;
 * FORBIDDEN
 */
export const registerPhoto = async (
  ctx: WorkContext,
  given: TaskRow,
  photo: TakenPhoto,
): Promise<Attachment> => {
  await requireVisibleOrInvolved(ctx, given)
  const task = await resolveMerged(ctx, given)
  const [uploadId] = await attachUploads(
    ctx,
    [photo.key],
    {
      taskId: task.id,
      public: photo.public,
      since: clampTime(photo.takenAt, task.created_at, ctx.now),
    },
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
 * An upload address for a photo of this task, or of the task it was merged into.
 * @throws ServiceError FORBIDDEN; VALIDATION_ERROR if the task and its notes have 50 photos
 */
export const requestUpload = async (
  ctx: WorkContext,
  task: TaskRow,
  photo: { readonly contentType: string; readonly size: number; readonly kind: Attachment['kind'] },
): Promise<Answer> => {
  await requireVisibleOrInvolved(ctx, task)
  const taskId = (await resolveMerged(ctx, task)).id
  const [row] = await ctx.run<{ n: number }>(photosText, [ctx.tenantId, taskId, ctx.now])
  if ((row?.n ?? 0) >= mostPhotos) throw invalid('body', `a task has at most ${mostPhotos} photos`)
  return createUpload(ctx, { purpose: 'TASK', taskId, ...photo })
}
