import { createShareLink, revokeShareLink } from '#contracts/sharing/links.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockLink, presentLink } from './link-row.ts'

export default serve(revokeShareLink)(async (ctx, { params }) => {
  const row = await lockLink(ctx, params.id)
  requireVersion(ctx, row.version)
  auditGone(ctx, presentLink(row, ctx.now), createShareLink)
  // Its address still finds it, to say that it has ended.
  await ctx.db
    .updateTable('share_link')
    .set({ revoked_at: ctx.now, password_hash: null, epoch: row.epoch + 1 })
    .where('id', '=', row.id)
    .execute()
  return { id: row.id }
})
