/** One call in the name of the tenant that nobody waits for, such as a dialog or a word to one person. */
import type { WebClient } from '@slack/web-api'
import { readWorkspace, tokenOf } from '#server/modules/slack/connection/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { inBackground } from './background.ts'
import { attemptCall, openClient } from './client.ts'
import { reportBroken } from './mails/slack-broken.ts'

export const callSlack = (
  platform: Platform,
  tenantId: string,
  call: (client: WebClient) => Promise<unknown>,
  timeoutMs = 5000,
): void =>
  inBackground(platform, async () => {
    const inside = tenantContextFor(platform, tenantId, 'slack', newId(platform.clock.now().getTime()))
    const token = await inside(async (ctx) => {
      ctx.skipInvalidation()
      const workspace = await readWorkspace(ctx)
      return workspace?.state === 'CONNECTED' ? tokenOf(ctx, workspace) : undefined
    })
    if (token === undefined) return
    const { fault } = await attemptCall(() => call(openClient(platform, token, timeoutMs)))
    if (fault?.kind === 'BROKEN') await inside((ctx) => reportBroken(ctx, fault.code))
    else if (fault) platform.log.info({ tenantId, fault: fault.code }, 'Slack did not take a call')
  })

/** For what a person waits for: later Slack does not take it any more. */
export const dialogMs = 2000
