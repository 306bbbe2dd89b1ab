/**
 * Reports about status items, as far as they are words of a visitor: one row of feedback with the report's id, so
 * that tracking, masking, moderation and counting are those of submissions. No feedback.created is written for it:
 * status.reported is the event of such a row, and alerts hear both.
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
 * @param sending what names the sending on the phone; the same tried again is not one more
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
  /** of the report; the submission has the same */
  readonly id: string
  readonly place: Place
  readonly issues: readonly StoredIssue[]
  /** as it was typed; it is masked here */
  readonly comment: string | null
  /** a language that visitors may read */
  readonly language: string | null
  readonly source: string
  readonly submissionId: string | null
  readonly imageKeys: readonly string[]
  /** why it is quarantined, or null */
  readonly suspicion: string | null
}

/** @throws ServiceError VALIDATION_ERROR for photos that cannot be bound; the database's 23505 for a known submissionId */
export const recordReportAsFeedback = async (ctx: TenantContext, report: ReportAsFeedback): Promise<void> => {
  const { place, suspicion } = report
  // Nothing but blanks is no comment.
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

/** The report that this submissionId made before. */
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
