/** A scout withdraws a finding, or says whether it was fixed. */
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { confirmTask, noteByScout, removeScoutReport, reopenTask } from '#server/modules/tasks/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { attachMedia } from './attach-media.ts'
import { lockFinding } from './finding-row.ts'

const withdrawText = `update finding set state = 'WITHDRAWN', reason = $3, task_id = null, changed_at = $4, version = version + 1
  where tenant_id = $1 and id = $2`

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND */
export const withdraw = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { reason }: { readonly reason?: string | undefined },
): Promise<void> => {
  const finding = await lockFinding(ctx, scout, id)
  if (finding.state !== 'REPORTED' && finding.state !== 'ACCEPTED')
    throw invalid('id', `the finding is ${finding.state}`)
  // Before the task goes, so that its end does not reject the finding.
  await ctx.run(withdrawText, [ctx.tenantId, id, reason ?? null, ctx.now])
  if (finding.task_id !== null)
    await removeScoutReport(ctx, finding.task_id, reason ? `Withdrawn: ${reason}` : 'Withdrawn by the scout')
}

const verifiedText = `update finding set state = 'VERIFIED', verified_at = $3, changed_at = $4, version = version + 1
  where tenant_id = $1 and id = $2`
const reopenedText = `update finding set state = 'REOPENED', task_id = $3, verified_at = null, changed_at = $4,
    version = version + 1 where tenant_id = $1 and id = $2`

interface Verdict {
  readonly fixed: boolean
  readonly note?: string | undefined
  readonly mediaIds?: readonly string[] | undefined
}

/** Of what is FIXED. @throws ServiceError VALIDATION_ERROR, NOT_FOUND */
export const verify = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { fixed, note = '', mediaIds = [] }: Verdict,
  said: Date,
): Promise<void> => {
  const finding = await lockFinding(ctx, scout, id)
  const taskId = finding.task_id
  if (finding.state !== 'FIXED' || taskId === null) throw invalid('id', `the finding is ${finding.state}`)
  await attachMedia(ctx, scout, mediaIds, { findingId: id })
  if (fixed) {
    await confirmTask(ctx, taskId)
    const at = clampTime(said, finding.created_at, ctx.now)
    await ctx.run(verifiedText, [ctx.tenantId, id, at, ctx.now])
  } else await ctx.run(reopenedText, [ctx.tenantId, id, await reopenTask(ctx, taskId), ctx.now])
  if (note !== '' || mediaIds.length > 0) await noteByScout(ctx, taskId, { text: note, photoIds: mediaIds })
}
