/** Attaches one photo to an answer or a finding of the scout. */
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { attachToTask } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { attachMedia } from './attach-media.ts'
import { lockFinding } from './finding-row.ts'

export interface Confirmed {
  readonly inspectionId?: string | undefined
  readonly questionId?: string | undefined
  readonly findingId?: string | undefined
}

const mediaText = 'select id from scout_media where tenant_id = $1 and id = $2 and scout_id = $3'
// Photos of a round that is submitted may still arrive: the phone sends them after everything else.
const stopText = `select s.id from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
  join inspection_template_version v on v.tenant_id = $1 and v.template_id = s.template_id and v.version = s.template_version
  where s.tenant_id = $1 and s.id = $2 and r.scout_id = $3 and s.state is not null
    and jsonb_path_exists(v.content, '$.sections[*].questions[*] ? (@.id == $id)', jsonb_build_object('id', $4::text))`

/** @throws ServiceError NOT_FOUND, VALIDATION_ERROR */
export const confirm = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { inspectionId, questionId, findingId }: Confirmed,
): Promise<void> => {
  const [media] = await ctx.run(mediaText, [ctx.tenantId, id, scout.id])
  if (!media) throw notFound()
  if (findingId !== undefined) {
    const finding = await lockFinding(ctx, scout, findingId)
    await attachMedia(ctx, scout, [id], { findingId })
    if (finding.task_id !== null) await attachToTask(ctx, [id], finding.task_id, 'BEFORE')
    return
  }
  if (inspectionId === undefined) throw invalid('body.inspectionId', 'is required')
  if (questionId === undefined) throw invalid('body.questionId', 'is required')
  const [stop] = await ctx.run(stopText, [ctx.tenantId, inspectionId, scout.id, questionId])
  if (!stop) throw notFound()
  await attachMedia(ctx, scout, [id], { inspectionId, questionId })
}
