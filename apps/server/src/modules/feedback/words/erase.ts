/** Erases a visitor's words and photos. Ratings and issues stay in the counts. */

import { eraseUploadsOf } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

const eraseText = `update feedback set comment = null, outcome_email = null, outcome_asked_at = null, source = id::text, erased_at = coalesce(erased_at, $3), to_review = false, version = version + 1,
    issues = (select coalesce(jsonb_agg(jsonb_build_object('code', i.value -> 'code', 'detail', null)), '[]')
              from jsonb_array_elements(issues) i)
  where tenant_id = $1 and id = any($2::uuid[]) returning id`

/** Includes later additions. Submissions that are already erased are not changed. */
export const eraseFeedback = async (ctx: TenantContext, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await ctx.run(eraseText, [ctx.tenantId, ids, ctx.now])
  // The list of tasks tells phones what visitors said.
  ctx.invalidate('tasks')
  await ctx.run('delete from feedback_word where tenant_id = $1 and feedback_id = any($2::uuid[])', [
    ctx.tenantId,
    ids,
  ])
  await ctx.run(
    'delete from feedback_follow_up where tenant_id = $1 and feedback_id = any($2::uuid[]) and fixed is null',
    [ctx.tenantId, ids],
  )
  await ctx.run(
    'update feedback_follow_up set message = null where tenant_id = $1 and feedback_id = any($2::uuid[]) and message is not null',
    [ctx.tenantId, ids],
  )
  // A reply may repeat what the visitor wrote. Labels and "done" contain no words of theirs.
  await ctx.run('delete from feedback_reply where tenant_id = $1 and feedback_id = any($2::uuid[])', [
    ctx.tenantId,
    ids,
  ])
  await eraseUploadsOf(ctx, ids)
}
