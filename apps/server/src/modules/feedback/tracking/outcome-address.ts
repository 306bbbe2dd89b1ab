/**
 * Email addresses that visitors left to follow a submission. Their owners confirm first. They are used for nothing
 * else, and erased when the visitor confirms the fix, a week after the email about it, or when neither that nor a
 * reply is expected any more.
 */
import { tasksOfFeedback } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { lockScheduledJobs } from '#server/platform/work/lock-scheduled-jobs.ts'
import { askAgainAfterMs, lockAddress, recordQuestion, unconfirmedForMs } from './confirmation-limits.ts'

export interface OutcomeReader {
  readonly feedbackId: string
  readonly email: string
  /** a language that visitors may read; null if unknown */
  readonly language: string | null
  readonly amenityId: string
  readonly buildingId: string
}

interface AddressRow {
  id: string
  outcome_email: string
  outcome_asked_at: Date | null
  language: string | null
  amenity_id: string
  building_id: string
}

const select = `select id, outcome_email, outcome_asked_at, language, amenity_id, building_id from feedback
  where tenant_id = $1 and id = any($2::uuid[]) and outcome_email is not null order by id`

const read = async (
  ctx: TenantContext,
  feedbackIds: readonly string[],
): Promise<(OutcomeReader & { readonly confirmed: boolean })[]> => {
  if (feedbackIds.length === 0) return []
  const rows = await ctx.run<AddressRow>(select, [ctx.tenantId, feedbackIds])
  return rows.map((row) => ({
    feedbackId: row.id,
    email: row.outcome_email,
    language: row.language,
    amenityId: row.amenity_id,
    buildingId: row.building_id,
    confirmed: row.outcome_asked_at === null,
  }))
}

/** Confirmed addresses of these submissions, oldest first. */
export const outcomeAddresses = async (
  ctx: TenantContext,
  feedbackIds: readonly string[],
): Promise<OutcomeReader[]> => (await read(ctx, feedbackIds)).filter(({ confirmed }) => confirmed)

/** The address of one submission, also before it is confirmed. */
export const outcomeReader = async (
  ctx: TenantContext,
  feedbackId: string,
): Promise<(OutcomeReader & { readonly confirmed: boolean }) | undefined> =>
  (await read(ctx, [feedbackId]))[0]

const forgetAddressKind = 'feedback.forget_address'
const unconfirmedKind = 'feedback.address_unconfirmed'
const answerOverKind = 'feedback.answer_over'

const dayMs = 86_400_000
/** Milliseconds; the page promises both. */
const keptMs = 90 * dayMs
const answerMs = 7 * dayMs

const inMs = (ctx: TenantContext, ms: number): Date => new Date(ctx.now.getTime() + ms)

/** Call before the submission is locked to store an address or an answer, in the worker's lock order. */
export const lockAddressWork = async (ctx: TenantContext, feedbackId: string): Promise<void> => {
  for (const kind of [answerOverKind, forgetAddressKind, unconfirmedKind])
    await lockScheduledJobs(ctx, kind, [feedbackId])
}

/**
 * Stores the address of a locked submission.
 * @returns whether its owner must be asked by email
 */
export const storeAddress = async (
  ctx: TenantContext,
  feedbackId: string,
  email: string,
): Promise<boolean> => {
  await lockAddress(ctx, email)
  const known = await ctx.run<Pick<AddressRow, 'outcome_email' | 'outcome_asked_at'>>(
    'select outcome_email, outcome_asked_at from feedback where tenant_id = $1 and id = $2',
    [ctx.tenantId, feedbackId],
  )
  const same = known.find(({ outcome_email }) => outcome_email === email)
  const askedAt = same?.outcome_asked_at?.getTime() ?? Number.NEGATIVE_INFINITY
  if (same?.outcome_asked_at === null || ctx.now.getTime() - askedAt < askAgainAfterMs) return false
  if (!(await recordQuestion(ctx, email))) return false
  await ctx.schedule(forgetAddressKind, feedbackId, inMs(ctx, keptMs))
  await ctx.schedule(unconfirmedKind, feedbackId, inMs(ctx, unconfirmedForMs))
  await ctx.run(
    `update feedback set outcome_email = $3, outcome_asked_at = $4, version = version + 1 where tenant_id = $1 and id = $2`,
    [ctx.tenantId, feedbackId, email, ctx.now],
  )
  return true
}

export const confirmOutcomeAddress = async (ctx: TenantContext, feedbackId: string): Promise<void> => {
  await ctx.run('update feedback set outcome_asked_at = null where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    feedbackId,
  ])
}

/** @returns whether there was an address */
export const eraseOutcomeAddress = async (ctx: TenantContext, feedbackId: string): Promise<boolean> => {
  const rows = await ctx.run(
    `update feedback set outcome_email = null, outcome_asked_at = null
     where tenant_id = $1 and id = $2 and outcome_email is not null returning id`,
    [ctx.tenantId, feedbackId],
  )
  return rows.length > 0
}

/** The visitor was notified of the fix and may say for a while whether it worked; if not, updates continue. */
export const scheduleAnswerExpiry = (ctx: TenantContext, feedbackId: string): Promise<void> =>
  ctx.schedule(answerOverKind, feedbackId, inMs(ctx, answerMs))

/** The visitor answered whether the work is fixed: "yes" erases the address, "no" keeps it. */
export const recordAnswer = async (ctx: TenantContext, feedbackId: string, fixed: boolean): Promise<void> => {
  await ctx.cancel(answerOverKind, feedbackId)
  if (fixed) await eraseOutcomeAddress(ctx, feedbackId)
}

const eraseUnanswered = async (ctx: TenantContext, feedbackId: string): Promise<void> => {
  const tasks = (await tasksOfFeedback(ctx, [feedbackId])).get(feedbackId) ?? []
  // Reopened meanwhile: the visitor will be notified again when it is done.
  if (tasks.every(({ status }) => status === 'DONE')) await eraseOutcomeAddress(ctx, feedbackId)
}

const eraseUnconfirmed = async (ctx: TenantContext, feedbackId: string): Promise<void> => {
  await ctx.run(
    `update feedback set outcome_email = null, outcome_asked_at = null
     where tenant_id = $1 and id = $2 and outcome_asked_at is not null`,
    [ctx.tenantId, feedbackId],
  )
}

export const addressWork = {
  [forgetAddressKind]: async (ctx: TenantContext, feedbackId: string): Promise<void> =>
    void (await eraseOutcomeAddress(ctx, feedbackId)),
  [unconfirmedKind]: eraseUnconfirmed,
  [answerOverKind]: eraseUnanswered,
}
