/** A scout starts, pauses and submits a round. */
import type { SkipReason } from '#contracts/scout/rounds.ts'
import { scoreRound } from '#contracts/scout/score.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { lockRound } from './own-rounds.ts'
import { timeOfStart, timeUnderWay } from './round-times.ts'

/** A round under way expires so long after it is due. */
const expiryMs = 72 * 3_600_000
/** A version that a phone still has counts so long after the next one was made. */
const currentMs = 30 * 86_400_000

const startText = `update round set state = case when state = 'EXPIRED' then state else 'IN_PROGRESS' end, scout_id = $3,
    started_at = $4, changed_at = $5, version = version + 1 where tenant_id = $1 and id = $2`

// The phone's version where the next one is younger than 30 days, else the newest.
const fixText = `update round_stop s set changed_at = $5, template_version = coalesce(
      (select v.version from inspection_template_version v
       where v.tenant_id = $1 and v.template_id = s.template_id and v.version = ($3::jsonb ->> s.template_id::text)::int
         and not exists (select from inspection_template_version n where n.tenant_id = $1 and n.template_id = v.template_id
           and n.version = v.version + 1 and n.created_at < $4)),
      t.version)
  from inspection_template t
  where s.tenant_id = $1 and s.round_id = $2 and t.tenant_id = $1 and t.id = s.template_id`

interface Start {
  readonly templateVersions?: Readonly<Record<string, number>> | undefined
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, CONFLICT */
export const start = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { templateVersions = {} }: Start,
  said: Date,
): Promise<void> => {
  const round = await lockRound(ctx, scout, id)
  const at = timeOfStart(ctx, round, said)
  await ctx.run(startText, [ctx.tenantId, id, scout.id, at, ctx.now])
  const since = new Date(ctx.now.getTime() - currentMs)
  await ctx.run(fixText, [ctx.tenantId, id, JSON.stringify(templateVersions), since, ctx.now])
  if (round.state !== 'EXPIRED')
    await ctx.schedule('round.expires', id, new Date(round.due_by.getTime() + expiryMs))
}

const pauseText = `update round set state = $3, reason = $4, changed_at = $5, version = version + 1
  where tenant_id = $1 and id = $2`

interface Pause {
  readonly paused: boolean
  readonly reason?: string | undefined
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, CONFLICT */
export const pause = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { paused, reason }: Pause,
): Promise<void> => {
  const round = await lockRound(ctx, scout, id)
  if (round.state !== (paused ? 'IN_PROGRESS' : 'PAUSED')) throw invalid('id', `the round is ${round.state}`)
  const state = paused ? 'PAUSED' : 'IN_PROGRESS'
  await ctx.run(pauseText, [ctx.tenantId, id, state, paused ? (reason ?? null) : null, ctx.now])
}

const endsText = `select id, state, score, passed from round_stop where tenant_id = $1 and round_id = $2 order by position`
const skipText = `update round_stop set state = 'SKIPPED', skip_reason = $3, skip_note = $4, presence = coalesce(presence, 'UNPROVEN'),
    started_at = coalesce(started_at, $5), completed_at = null, changed_at = $6, version = version + 1
  where tenant_id = $1 and round_id = $2 and (state is null or state = 'IN_PROGRESS')`
const submitText = `update round set state = 'SUBMITTED', submitted_at = $3, note = $4, score = $5, passed = $6,
    done_count = stop_count, changed_at = $7, version = version + 1 where tenant_id = $1 and id = $2`

interface Submit {
  readonly note?: string | undefined
  readonly skipMissing?: { readonly reason: SkipReason; readonly note?: string | undefined } | undefined
}

/** @throws ServiceError VALIDATION_ERROR with a detail for each stop without an end; NOT_FOUND, CONFLICT */
export const submit = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { note, skipMissing }: Submit,
  said: Date,
): Promise<void> => {
  const at = timeUnderWay(ctx, await lockRound(ctx, scout, id), said)
  const stops = await ctx.run<{
    id: string
    state: string | null
    score: number | null
    passed: boolean | null
  }>(endsText, [ctx.tenantId, id])
  const open = stops.filter(({ state }) => state === null || state === 'IN_PROGRESS')
  if (open.length > 0) {
    if (!skipMissing)
      throw new ServiceError('VALIDATION_ERROR', `${open.length} stops are neither completed nor skipped`, {
        details: open.map((stop) => ({
          path: `stops.${stop.id}`,
          message: 'is neither completed nor skipped',
        })),
      })
    if (skipMissing.reason === 'OTHER' && !skipMissing.note)
      throw invalid('body.skipMissing.note', 'is required for OTHER')
    await ctx.run(skipText, [ctx.tenantId, id, skipMissing.reason, skipMissing.note ?? null, at, ctx.now])
  }
  const { score, passed } = scoreRound(
    stops
      .filter(({ state }) => state === 'COMPLETED')
      .map((stop) => ({
        score: stop.score === null ? null : Number(stop.score),
        passed: stop.passed ?? false,
      })),
  )
  await ctx.run(submitText, [ctx.tenantId, id, at, note ?? null, score, passed, ctx.now])
  await ctx.cancel('round.expires', id)
  await emit(ctx, 'scout.round_submitted', { roundId: id })
}
