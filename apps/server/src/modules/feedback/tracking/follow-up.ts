import { type FollowUp, followUp, type Tracking } from '#contracts/feedback.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import {
  addReports,
  confirmTask,
  reopenTask,
  type TrackedTask,
  tasksOfFeedback,
} from '#server/modules/tasks/public.ts'
import { attachUploads } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { ask } from '#server/platform/mail/define.ts'
import { maskContacts } from '../intake/masking.ts'
import { outcomeConfirm } from '../mails/outcome-confirm.ts'
import { eraseFeedback } from '../words/erase.ts'
import { lockAddressWork, recordAnswer, storeAddress } from './outcome-address.ts'
import { readTracking, submissionOf } from './read-tracking.ts'
import { isTestFeedback } from './test-feedback.ts'

interface Submission {
  readonly id: string
  readonly amenityId: string
  readonly fixed: boolean | null
  readonly erased: boolean
}

/**
 * Locks the submission, so that each of several answers at once sees the one before. FOR NO KEY UPDATE still allows
 * links to it: a merge holds the tasks, and the answer waits for those.
 */
const lockSubmission = async (ctx: TenantContext, id: string): Promise<Submission> => {
  const [row] = await ctx.run<{ amenity_id: string; fixed: boolean | null; erased_at: Date | null }>(
    'select amenity_id, fixed, erased_at from feedback where tenant_id = $1 and id = $2 for no key update',
    [ctx.tenantId, id],
  )
  if (!row && (await isTestFeedback(ctx, id)))
    throw invalid('body', 'the report is a test; nothing can be added to it')
  if (!row) throw notFound()
  return { id, amenityId: row.amenity_id, fixed: row.fixed, erased: row.erased_at !== null }
}

/**
 * The done tasks that the answer is about: not rejected work if its visitor now follows another task with the
 * problem.
 */
const tasksToAnswer = (tasks: readonly TrackedTask[]): string[] => {
  const notRejected = tasks.filter(
    ({ status, verification }) => status !== 'DONE' || verification !== 'REJECTED',
  )
  const relevant = notRejected.length > 0 ? notRejected : tasks
  return relevant.filter(({ status }) => status === 'DONE').map(({ taskId }) => taskId)
}

/** Confirms or reopens the done tasks. Without any, the answer is only stored. */
const answerTasks = async (ctx: TenantContext, { id }: Submission, fixed: boolean): Promise<boolean> => {
  const tasks = (await tasksOfFeedback(ctx, [id])).get(id) ?? []
  const done = tasksToAnswer(tasks)
  if (done.length === 0) return false
  const taskIds = new Set<string>()
  for (const taskId of done) {
    if (fixed) await confirmTask(ctx, taskId)
    const answered = fixed ? taskId : await reopenTask(ctx, taskId)
    // Another task has the problem now: the report is added there, and its visitor follows that task.
    if (answered !== taskId) await addReports(ctx, answered, [id])
    taskIds.add(answered)
  }
  await emit(ctx, fixed ? 'feedback.visitor_confirmed' : 'feedback.visitor_rejected', {
    feedbackId: id,
    taskIds: [...taskIds],
  })
  if (!fixed || tasks.every(({ status }) => status === 'DONE')) await recordAnswer(ctx, id, fixed)
  return true
}

/** Additions are moderated like the submission itself: before the team reads them, or afterwards. */
const reviewText = `update feedback set version = version + 1, to_review = $3::text = 'AFTER',
    state = case when $3 = 'BEFORE' then 'HIDDEN' else state end,
    state_reason = case when $3 = 'BEFORE' and counted then 'MODERATION' else state_reason end
  where tenant_id = $1 and id = $2 and state = 'VISIBLE'`

const requestReview = async (ctx: TenantContext, id: string): Promise<void> => {
  const { moderation } = (await readSettings(ctx)).privacy
  if (moderation !== 'NONE') await ctx.run(reviewText, [ctx.tenantId, id, moderation])
}

const storeFollowUp = async (
  ctx: TenantContext,
  submission: Submission,
  { message, fixed, email, imageKeys = [] }: FollowUp,
): Promise<void> => {
  const words = message === undefined ? null : maskContacts(message)
  // The same answer twice is one answer; after the next "done" it is a new one.
  const counts =
    fixed !== undefined && ((await answerTasks(ctx, submission, fixed)) || submission.fixed !== fixed)
  if (words !== null || counts || imageKeys.length > 0) {
    const followUpId = newId(ctx.now.getTime())
    await ctx.run(
      'insert into feedback_follow_up (tenant_id, id, feedback_id, at, message, fixed) values ($1, $2, $3, $4, $5, $6)',
      [ctx.tenantId, followUpId, submission.id, ctx.now, words, counts ? fixed : null],
    )
    const to = { feedbackId: submission.id, noteId: followUpId, amenityId: submission.amenityId }
    await attachUploads(ctx, imageKeys, to)
    if (words !== null || imageKeys.length > 0) await requestReview(ctx, submission.id)
  }
  if (fixed !== undefined) {
    await ctx.run('update feedback set fixed = $3, version = version + 1 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      submission.id,
      fixed,
    ])
  }
  if (email !== undefined && (await storeAddress(ctx, submission.id, email)))
    await ask(ctx, outcomeConfirm, { feedbackId: submission.id })
}

const apply = async (
  ctx: TenantContext,
  id: string,
  body: FollowUp,
  language: string | undefined,
): Promise<Tracking> => {
  if (body.email !== undefined || body.fixed !== undefined) await lockAddressWork(ctx, id)
  const submission = await lockSubmission(ctx, id)
  if (body.erase) await eraseFeedback(ctx, [id])
  else if (submission.erased) throw invalid('body', 'the report was erased; nothing can be added to it')
  else await storeFollowUp(ctx, submission, body)
  return readTracking(ctx, id, language)
}

export default serve(followUp)(async (ctx, { params, query, body }) => {
  const { tenantId, id } = submissionOf(ctx, params.trackingToken)
  const { message, fixed, email, imageKeys, erase } = body
  if (message === undefined && fixed === undefined && email === undefined && !imageKeys?.length && !erase) {
    throw invalid('body', 'a message, an answer, an address, photos or erasure is required')
  }
  return ctx.writeOnce(tenantId, id, (tenant) => apply(tenant, id, body, query.language))
})
