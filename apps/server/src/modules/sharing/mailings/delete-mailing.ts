import { createMailing, deleteMailing } from '#contracts/sharing/mailings.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockMailing, presentMailing } from './mailing-row.ts'

export default serve(deleteMailing)(async (ctx, { params }) => {
  const row = await lockMailing(ctx, params.id)
  requireVersion(ctx, row.version)
  auditGone(ctx, await presentMailing(ctx, row), createMailing)
  // Cascades to recipients and issues, so emails in progress are not sent.
  await ctx.db.deleteFrom('mailing').where('id', '=', row.id).execute()
  return { id: row.id }
})
