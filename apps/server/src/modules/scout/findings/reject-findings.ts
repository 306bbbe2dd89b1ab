/** A review rejects findings of its round. */
import { removeScoutReport } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'

export interface Rejection {
  readonly id: string
  readonly reason: string
}

const lockText = `select id, state, task_id from finding where tenant_id = $1 and round_id = $2 and id = any($3::uuid[])
  order by id for update`
const rejectText = `update finding f set state = 'REJECTED', reason = r.reason, task_id = null, changed_at = $4, version = version + 1
  from unnest($2::uuid[], $3::text[]) as r (id, reason) where f.tenant_id = $1 and f.id = r.id`

/** @throws ServiceError NOT_FOUND for a finding of another round, VALIDATION_ERROR for one that came to an end */
export const rejectFindings = async (
  ctx: TenantContext,
  roundId: string,
  rejections: readonly Rejection[],
): Promise<void> => {
  if (rejections.length === 0) return
  const ids = rejections.map(({ id }) => id)
  const found = await ctx.run<{ id: string; state: string; task_id: string | null }>(lockText, [
    ctx.tenantId,
    roundId,
    ids,
  ])
  const byId = new Map(found.map((finding) => [finding.id, finding]))
  for (const [at, id] of ids.entries()) {
    const finding = byId.get(id)
    if (!finding) throw notFound()
    if (finding.state === 'WITHDRAWN' || finding.state === 'REJECTED' || finding.state === 'MERGED')
      throw invalid(`body.rejectFindings.${at}.id`, `the finding is ${finding.state}`)
  }
  // Before the tasks go, so that their end changes nothing here.
  await ctx.run(rejectText, [ctx.tenantId, ids, rejections.map(({ reason }) => reason), ctx.now])
  for (const { id, reason } of rejections) {
    const taskId = byId.get(id)?.task_id
    if (taskId) await removeScoutReport(ctx, taskId, `Rejected: ${reason}`)
  }
}
