/** Photos of scouts: attached to an answer or a finding, also before their bytes are there. */
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { attachScoutPhotos } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'

export interface MediaOwner {
  readonly inspectionId?: string
  readonly questionId?: string
  readonly findingId?: string
}

const most = { finding: 10, question: 5, round: 200 } as const

const attachText = `update scout_media set inspection_id = $4, question_id = $5, finding_id = $6, confirmed_at = coalesce(confirmed_at, $7)
  where tenant_id = $1 and scout_id = $2 and id = any($3::uuid[])
    and (confirmed_at is null or (inspection_id is not distinct from $4 and question_id is not distinct from $5
      and finding_id is not distinct from $6))
  returning id`

const countText = `select count(*) filter (where finding_id = $2)::int as finding,
    count(*) filter (where inspection_id = $3 and question_id = $4)::int as question,
    count(*) filter (where inspection_id in (select o.id from round_stop s join round_stop o on o.tenant_id = $1 and o.round_id = s.round_id
      where s.tenant_id = $1 and s.id = $3))::int as round
  from scout_media where tenant_id = $1 and confirmed_at is not null
    and (finding_id = $2 or inspection_id in (select o.id from round_stop s join round_stop o on o.tenant_id = $1 and o.round_id = s.round_id
      where s.tenant_id = $1 and s.id = $3))`

/** Repeating it changes nothing. @throws ServiceError VALIDATION_ERROR for an unknown or otherwise used id, or too many */
export const attachMedia = async (
  ctx: TenantContext,
  scout: OwnScout,
  ids: readonly string[],
  to: MediaOwner,
): Promise<void> => {
  if (ids.length === 0) return
  const { inspectionId = null, questionId = null, findingId = null } = to
  const attached = await ctx.run<{ id: string }>(attachText, [
    ctx.tenantId,
    scout.id,
    ids,
    inspectionId,
    questionId,
    findingId,
    ctx.now,
  ])
  const kept = attached.length === ids.length ? await attachScoutPhotos(ctx, ids) : 0
  if (kept !== ids.length) throw invalid('body.mediaIds', 'contains a photo that is unknown or already used')
  const [count] = await ctx.run<{ finding: number; question: number; round: number }>(countText, [
    ctx.tenantId,
    findingId,
    inspectionId,
    questionId,
  ])
  if (!count) return
  const full = (['finding', 'question', 'round'] as const).find((what) => count[what] > most[what])
  if (full) throw invalid('body.mediaIds', `at most ${most[full]} photos a ${full}`)
}

const moveText =
  'update scout_media set finding_id = $3 where tenant_id = $1 and finding_id = $2 returning id'

/** Gives the photos of one finding to another. @returns their ids */
export const moveMedia = async (ctx: TenantContext, from: string, to: string): Promise<string[]> =>
  (await ctx.run<{ id: string }>(moveText, [ctx.tenantId, from, to])).map(({ id }) => id)
