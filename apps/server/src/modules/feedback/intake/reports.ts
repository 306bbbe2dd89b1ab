/**
 * Stores a status report as a row of feedback with the same id, so that tracking, masking, moderation and counting
 * work as for submissions. It emits no feedback.created: its event is status.reported, and alerts subscribe to both.
 */
import { attachUploads } from '#server/modules/uploads/public.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { firstState } from './first-state.ts'
import type { StoredIssue } from './intake.ts'
import { maskContacts } from './masking.ts'
import { type Place, visitorStateOf } from './state.ts'
import { looksLikeSpam } from './suspicion.ts'

/** @throws ServiceError NOT_FOUND for an unknown or replaced code, QR_NOT_CONFIGURED for one without an amenity */
export const findPlace = (ctx: PublicContext, code: string): Promise<Place> =>
  visitorStateOf(ctx.platform).places.find(ctx, code)

/**
 * Counts one more of this source here.
 * @param sending identifies the attempt on the phone, so that a retry is not counted again
 * @returns why it is suspicious, or null
 */
export const suspicionOf = (
  ctx: PublicContext,
  amenityId: string,
  sending: string | null,
  comment: string | null,
): string | null => {
  const burst = visitorStateOf(ctx.platform).bursts.isBurst(ctx.source, amenityId, sending)
  return ctx.suspicion ?? (burst ? 'BURST' : looksLikeSpam(comment) ? 'LINKS' : null)
}

export interface ReportAsFeedback {
  /** id of the report and of the submission */
  readonly id: string
  readonly place: Place
  readonly issues: readonly StoredIssue[]
  /** as typed; it is masked here */
  readonly comment: string | null
  /** a language that visitors may read */
  readonly language: string | null
  readonly source: string
  readonly submissionId: string | null
  readonly imageKeys: readonly string[]
  /** why it is quarantined, or null */
  readonly suspicion: string | null
}

/**
 * @throws ServiceError VALIDATION_ERROR for photos that cannot be attached; the database's 23505 for a known
 * submissionId
 */
export const recordReportAsFeedback = async (ctx: TenantContext, report: ReportAsFeedback): Promise<void> => {
  const { place, suspicion } = report
  // A comment of spaces only is none.
  const comment = (report.comment && maskContacts(report.comment)) || null
  const photos = report.imageKeys.length
  const { state, stateReason, toReview } = firstState(place, { ...report, comment, photos })
  await ctx.run(
    `insert into feedback (tenant_id, id, amenity_id, building_id, comment, issues, language, source, submission_id, state, state_reason, counted, to_review, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ctx.tenantId,
      report.id,
      place.amenityId,
      place.buildingId,
      comment,
      JSON.stringify(report.issues),
      report.language,
      report.source,
      report.submissionId,
      state,
      stateReason,
      suspicion === null,
      toReview,
      ctx.now,
    ],
  )
  await attachUploads(ctx, report.imageKeys, {
    feedbackId: report.id,
    reportId: report.id,
    amenityId: place.amenityId,
  })
}

/** The report that was created with this submissionId. */
export const reportBySubmission = async (
  ctx: TenantContext,
  submissionId: string,
): Promise<{ id: string } | undefined> => {
  const [row] = await ctx.run<{ id: string }>(
    'select id from feedback where tenant_id = $1 and submission_id = $2',
    [ctx.tenantId, submissionId],
  )
  return row
}
