/** Moderation of visitors' words and photos by administrators. Ratings always stay in the counts. */
import type { Author } from '#contracts/records.ts'
import { hiddenImagesOf, hideImages } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import type { StoredIssue } from '../intake/intake.ts'
import { recount } from '../rollup/recount.ts'
import { eraseFeedback } from './erase.ts'

export interface ModerationChange {
  readonly hidden?: boolean | undefined
  /** keys of all photos to hide */
  readonly hiddenImages?: readonly string[] | undefined
  readonly release?: boolean | undefined
  readonly reason: string
}

export interface Moderated {
  readonly hidden: boolean
  readonly hiddenImages: readonly string[]
  readonly quarantined: boolean
  readonly reason: string | null
  readonly at: Date
  readonly by: Author
  readonly version: number
}

interface ModeratedRow {
  amenity_id: string
  building_id: string
  rating: number | null
  issues: StoredIssue[]
  state: 'VISIBLE' | 'QUARANTINED' | 'HIDDEN'
  counted: boolean
  created_at: Date
  version: number
}

/** @throws ServiceError NOT_FOUND, also if nothing is left to moderate; PRECONDITION_FAILED */
const lockSubmission = async (ctx: StaffContext, id: string): Promise<ModeratedRow> => {
  const [row] = await ctx.run<ModeratedRow>(
    `select amenity_id, building_id, rating, issues, state, counted, created_at, version from feedback
     where tenant_id = $1 and id = $2 and erased_at is null for update`,
    [ctx.tenantId, id],
  )
  if (!row) throw notFound()
  requireVersion(ctx, row.version)
  return row
}

const stateAfter = (
  { state, counted }: ModeratedRow,
  { hidden, release }: ModerationChange,
): ModeratedRow['state'] => {
  if (hidden ?? state === 'HIDDEN') return 'HIDDEN'
  return counted || release ? 'VISIBLE' : 'QUARANTINED'
}

/** A released submission is handled like a new one. */
const emitReleased = (ctx: StaffContext, id: string, row: ModeratedRow): Promise<string> =>
  emit(ctx, 'feedback.created', {
    feedbackId: id,
    amenityId: row.amenity_id,
    buildingId: row.building_id,
    rating: row.rating,
    issues: [...new Set(row.issues.map(({ code }) => code))],
    quarantined: false,
  })

/** @throws ServiceError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR for a photo of another submission */
export const moderateSubmission = async (
  ctx: StaffContext,
  id: string,
  change: ModerationChange,
): Promise<Moderated> => {
  const row = await lockSubmission(ctx, id)
  auditBefore(ctx, { hidden: row.state === 'HIDDEN', quarantined: !row.counted }, ['hidden', 'quarantined'])
  const released = change.release === true && !row.counted
  const state = stateAfter(row, change)
  // The list of tasks tells phones what visitors said.
  ctx.invalidate('tasks')
  const by: Author = { id: ctx.actor.id, name: ctx.actor.name, kind: ctx.actor.kind }
  await ctx.run(
    `update feedback set state = $3, counted = $4, state_reason = $5, moderated_at = $6, moderated_by = $7, to_review = false, version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, id, state, row.counted || released, change.reason, ctx.now, JSON.stringify(by)],
  )
  const hiddenImages = change.hiddenImages
    ? await hideImages(ctx, id, change.hiddenImages)
    : await hiddenImagesOf(ctx, id)
  if (!hiddenImages)
    throw invalid('body.hiddenImages', 'contains a key that is not a photo of this submission')
  if (released) {
    await recount(ctx, [{ buildingId: row.building_id, at: row.created_at }])
    await emitReleased(ctx, id, row)
  }
  return {
    hidden: state === 'HIDDEN',
    hiddenImages,
    quarantined: !(row.counted || released),
    reason: change.reason,
    at: ctx.now,
    by,
    version: row.version + 1,
  }
}

/** @throws ServiceError NOT_FOUND, also if it is already erased; PRECONDITION_FAILED */
export const eraseSubmission = async (ctx: StaffContext, id: string): Promise<void> => {
  await lockSubmission(ctx, id)
  await eraseFeedback(ctx, [id])
}
