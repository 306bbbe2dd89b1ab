import { disconnectSlack, updateSlack } from '#contracts/slack/admin.ts'
import {
  attemptCall,
  forgetChannels,
  inBackground,
  openClient,
  requireApp,
} from '#server/modules/slack/app/public.ts'
import { lockWorkspace, removeWorkspace, tokenOf } from '#server/modules/slack/connection/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentSlack } from './present-slack.ts'

const revokeMs = 2000

export default serve(disconnectSlack)(async (ctx) => {
  const { platform, tenantId } = ctx
  requireApp(platform)
  const row = await lockWorkspace(ctx)
  if (row?.state !== 'CONNECTED' && row?.state !== 'BROKEN') throw notFound()
  requireVersion(ctx, row.version)
  auditGone(ctx, await presentSlack(ctx), updateSlack)
  const token = tokenOf(ctx, row)
  await removeWorkspace(ctx)
  await forgetChannels(ctx)
  if (token !== undefined)
    ctx.afterCommit(() =>
      inBackground(platform, () => attemptCall(() => openClient(platform, token, revokeMs).auth.revoke())),
    )
  return { id: tenantId }
})
