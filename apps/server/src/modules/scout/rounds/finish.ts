/** A scout completes, skips or reopens an inspection. */
import { missingIn } from '#contracts/scout/answers.ts'
import type { SkipReason } from '#contracts/scout/rounds.ts'
import { type AnswerValue, scoreInspection } from '#contracts/scout/score.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import type { RoundRow } from './own-rounds.ts'
import { timeUnderWay } from './round-times.ts'
import { contentOf, lockStop, requireBegun } from './stop-row.ts'

const answersText = `select a.question_id as id, a.value, a.na from inspection_answer a where a.tenant_id = $1 and a.inspection_id = $2`
const photosText = `select question_id as id, count(*)::int as n from scout_media
  where tenant_id = $1 and inspection_id = $2 and confirmed_at is not null group by question_id`

const completeText = `update round_stop set state = 'COMPLETED', completed_at = $3, score = $4, passed = $5, parts = $6,
    critical_failed = $7, changed_at = $8, version = version + 1 where tenant_id = $1 and id = $2`

const countText = `update round set changed_at = $3, version = version + 1, done_count = (select count(*) from round_stop
    where tenant_id = $1 and round_id = $2 and state in ('COMPLETED', 'SKIPPED')) where tenant_id = $1 and id = $2`

const countDone = async (ctx: TenantContext, { id }: RoundRow): Promise<void> => {
  await ctx.run(countText, [ctx.tenantId, id, ctx.now])
}

const lacks = { ANSWER: 'is not answered', PHOTO: 'needs a photo' } as const

/** @throws ServiceError VALIDATION_ERROR with a detail for each answer or photo that lacks */
export const complete = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  said: Date,
): Promise<void> => {
  const { stop, round } = await lockStop(ctx, scout, { id })
  const at = clampTime(timeUnderWay(ctx, round, said), stop.started_at ?? ctx.now, ctx.now)
  requireBegun(stop)
  const [content, answers, photos] = await Promise.all([
    contentOf(ctx, stop),
    ctx.run<{ id: string; value: AnswerValue; na: boolean }>(answersText, [ctx.tenantId, id]),
    ctx.run<{ id: string; n: number }>(photosText, [ctx.tenantId, id]),
  ])
  const given = new Map(answers.map((one) => [one.id, one]))
  const missing = missingIn(content, given, new Map(photos.map(({ id: question, n }) => [question, n])))
  if (missing.length > 0)
    throw new ServiceError('VALIDATION_ERROR', `${missing.length} answers or photos are missing`, {
      details: missing.map(({ questionId, what }) => ({
        path: `answers.${questionId}`,
        message: lacks[what],
      })),
    })
  const { score, passed, parts, criticalFailed } = scoreInspection(content, given)
  await ctx.run(completeText, [
    ctx.tenantId,
    id,
    at,
    score,
    passed,
    JSON.stringify(parts),
    criticalFailed,
    ctx.now,
  ])
  await countDone(ctx, round)
}

const skipText = `update round_stop set state = 'SKIPPED', skip_reason = $3, skip_note = $4,
    presence = coalesce(presence, 'UNPROVEN'), started_at = coalesce(started_at, $5), changed_at = $6, version = version + 1
  where tenant_id = $1 and id = $2`

interface Skip {
  readonly reason: SkipReason
  readonly note?: string | undefined
}

/** Also a stop that was not begun. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, CONFLICT */
export const skip = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { reason, note }: Skip,
  said: Date,
): Promise<void> => {
  const { stop, round } = await lockStop(ctx, scout, { id })
  const at = timeUnderWay(ctx, round, said)
  if (stop.state !== null) requireBegun(stop)
  if (reason === 'OTHER' && !note) throw invalid('body.note', 'is required for OTHER')
  await ctx.run(skipText, [ctx.tenantId, id, reason, note ?? null, at, ctx.now])
  await countDone(ctx, round)
}

const reopenText = `update round_stop set state = 'IN_PROGRESS', completed_at = null, score = null, passed = null, parts = '[]',
    critical_failed = '{}', skip_reason = null, skip_note = null, reopened = reopened + 1, changed_at = $3,
    version = version + 1
  where tenant_id = $1 and id = $2`

/** Until the round is submitted. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, CONFLICT */
export const reopen = async (ctx: TenantContext, scout: OwnScout, id: string, said: Date): Promise<void> => {
  const { stop, round } = await lockStop(ctx, scout, { id })
  timeUnderWay(ctx, round, said)
  if (stop.state !== 'COMPLETED' && stop.state !== 'SKIPPED')
    throw invalid('id', `the inspection is ${stop.state ?? 'not begun'}`)
  await ctx.run(reopenText, [ctx.tenantId, id, ctx.now])
  await countDone(ctx, round)
}
