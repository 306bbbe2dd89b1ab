/** From a visitor's input to a stored submission, for the API and for the page without JavaScript. */
import type { FeedbackInput, FeedbackReceipt } from '#contracts/feedback.ts'
import { attachUploads } from '#server/modules/uploads/public.ts'
import type { Platform, PublicContext, TenantContext } from '#server/platform/context.ts'
import { translateDatabaseError } from '#server/platform/db/tenant-db.ts'
import { isTaken } from '#server/platform/db/unique.ts'
import { invalid, qrNotConfigured } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { currentTrace } from '../../../platform/traces/spans.ts'
import { spokenLanguage } from '../places/languages.ts'
import { firstState } from './first-state.ts'
import type { StoredIssue, Submission } from './intake.ts'
import { maskContacts } from './masking.ts'
import { type Place, visitorStateOf } from './state.ts'
import { looksLikeSpam } from './suspicion.ts'

/** An issue that the place does not offer becomes OTHER, with the label as its detail. */
export const storedIssues = (place: Place, issues: NonNullable<FeedbackInput['issues']>): StoredIssue[] => {
  const found = new Map<string, StoredIssue>()
  for (const issue of issues) {
    const { code, detail } = typeof issue === 'string' ? { code: issue, detail: undefined } : issue
    const upper = code.toUpperCase()
    const known = place.categories.has(upper)
    const words = [known ? '' : code, detail ?? ''].filter(Boolean).join(': ')
    const key = known ? upper : `OTHER ${words}`
    if (words !== '' || known)
      found.set(key, { code: known ? upper : 'OTHER', detail: words === '' ? null : maskContacts(words) })
  }
  return [...found.values()]
}

const receipt = (platform: Platform, tenantId: string, id: string, createdAt: Date): FeedbackReceipt => {
  const trackingToken = platform.keys.seal('tracking', tenantId, id)
  return {
    id,
    trackingToken,
    trackingUrl: `${platform.config.baseUrl}/t/${trackingToken}`,
    createdAt: createdAt.toISOString(),
  }
}

/** The first answer, for a submissionId that is already stored. */
const repeated = async (
  ctx: PublicContext,
  tenantId: string,
  submissionId: string,
): Promise<FeedbackReceipt | undefined> => {
  const row = await ctx.inTenant(tenantId, 'read', ({ db }) =>
    db
      .selectFrom('feedback')
      .select(['id', 'created_at'])
      .where('submission_id', '=', submissionId)
      .executeTakeFirst(),
  )
  return row && receipt(ctx.platform, tenantId, row.id, row.created_at)
}

const write = async (ctx: TenantContext, s: Submission, imageKeys: readonly string[]): Promise<void> => {
  // Waits for a deletion of the amenity in progress; the intake cannot, see orphaned-submissions.ts.
  const [amenity] = await ctx.run<{ archived: boolean }>(
    'select archived_at is not null as archived from amenity where tenant_id = $1 and id = $2 for key share',
    [s.tenantId, s.amenityId],
  )
  if (!amenity || amenity.archived) throw qrNotConfigured()
  await ctx.run(
    `with e as (insert into event (tenant_id, id, type, payload, at, urgent, trace)
       values ($1, $2, 'feedback.created', $3, $4, $18, $19))
     insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, submission_id, state, state_reason, counted, to_review, created_at)
     values ($1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $4)`,
    [
      s.tenantId,
      s.eventId,
      JSON.stringify(s.event),
      s.createdAt,
      s.id,
      s.amenityId,
      s.buildingId,
      s.rating,
      s.comment,
      JSON.stringify(s.issues),
      s.language,
      s.source,
      s.submissionId,
      s.state,
      s.stateReason,
      s.counted,
      s.toReview,
      s.urgent,
      s.trace,
    ],
  )
  ctx.afterCommit(() => ctx.platform.wake(ctx.tenantId))
  if (imageKeys.length > 0) await attachUploads(ctx, imageKeys, { feedbackId: s.id, amenityId: s.amenityId })
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, QR_NOT_CONFIGURED */
export const submit = async (ctx: PublicContext, input: FeedbackInput): Promise<FeedbackReceipt> => {
  const { platform } = ctx
  const state = visitorStateOf(platform)
  const place = await state.places.find(ctx, input.qrCode)
  const issues = storedIssues(place, input.issues ?? [])
  if (input.rating === undefined && issues.length === 0)
    throw invalid('body.rating', 'a rating or at least one issue is required')
  const comment = input.comment ? maskContacts(input.comment) : null
  const sending = input.submissionId?.toLowerCase() ?? ctx.idempotencyKey ?? null
  const burst = state.bursts.isBurst(ctx.source, place.amenityId, sending)
  const reason = ctx.suspicion ?? (burst ? 'BURST' : looksLikeSpam(comment) ? 'LINKS' : null)
  const imageKeys = input.imageKeys ?? []
  const at = ctx.now.getTime()
  const id = newId(at)
  const submission: Submission = {
    tenantId: place.tenantId,
    id,
    eventId: newId(at),
    amenityId: place.amenityId,
    buildingId: place.buildingId,
    rating: input.rating ?? null,
    comment,
    issues,
    language: spokenLanguage(input.language),
    source: ctx.source,
    submissionId: input.submissionId?.toLowerCase() ?? null,
    ...firstState(place, { comment, issues, photos: imageKeys.length, suspicion: reason }),
    counted: reason === null,
    createdAt: ctx.now,
    trace: currentTrace(),
    urgent: reason === null && issues.some(({ code }) => place.dangers.has(code)),
    event: {
      feedbackId: id,
      amenityId: place.amenityId,
      buildingId: place.buildingId,
      rating: input.rating ?? null,
      issues: [...new Set(issues.map(({ code }) => code))],
      quarantined: reason !== null,
    },
  }
  const answer = receipt(platform, place.tenantId, id, ctx.now)
  try {
    if (ctx.idempotencyKey !== undefined || imageKeys.length > 0)
      return await ctx.writeOnce(place.tenantId, place.code, async (tenant) => {
        await write(tenant, submission, imageKeys)
        return answer
      })
    const stored = await state.intake.submit(submission)
    if (stored.id !== id) return receipt(platform, place.tenantId, stored.id, stored.createdAt)
    return answer
  } catch (error) {
    const first =
      isTaken(error) && submission.submissionId
        ? await repeated(ctx, place.tenantId, submission.submissionId)
        : undefined
    if (first) return first
    throw translateDatabaseError(error)
  }
}
