import { updateShareLink } from '#contracts/sharing/links.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readInput } from './link-input.ts'
import { isOver, lockLink, presentLink } from './link-row.ts'

export default serve(updateShareLink)(async (ctx, { params, body }) => {
  const before = await lockLink(ctx, params.id)
  requireVersion(ctx, before.version)
  const shown = presentLink(before, ctx.now)
  auditBefore(ctx, shown)
  const input = await readInput(ctx, shown.kind, body, shown.scope)
  const { expires_at, max_views } = { ...before, ...input }
  // An ended link does not count in the plan limit, and needs a free place to reopen.
  if (isOver(before, ctx.now) && !isOver({ ...before, expires_at, max_views }, ctx.now))
    await claimQuota(ctx, 'shareLinks', 1)
  const row = await ctx.db
    .updateTable('share_link')
    .set({
      ...input,
      epoch: before.epoch + (body.password === undefined ? 0 : 1),
      updated_at: ctx.now,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentLink(row, ctx.now)
})
