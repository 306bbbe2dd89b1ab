/** Sends what is due, one message of each channel at a time, after the commit of its claim. */
import type { WebClient } from '@slack/web-api'
import { readWorkspace, tokenOf } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { inBackground } from '../background.ts'
import { attemptCall, openClient } from '../client.ts'
import { reportBroken } from '../mails/slack-broken.ts'
import { type Claimed, claimDue, recordFault, recordSent, sendKind } from './queue.ts'
import { type Rendered, render } from './render.ts'

const call = async (
  client: WebClient,
  { channel_id: channel, ts, thread_ts: threadTs }: Claimed,
  { text, blocks }: Rendered,
): Promise<string | undefined> => {
  const message = { channel, text, ...(blocks ? { blocks } : {}), unfurl_links: false, unfurl_media: false }
  if (ts !== null) return (await client.chat.update({ ...message, ts })).ts
  const sent = await client.chat.postMessage({ ...message, ...(threadTs ? { thread_ts: threadTs } : {}) })
  return sent.ts
}

const send = async (
  { platform, tenantId }: Pick<TenantContext, 'platform' | 'tenantId'>,
  client: WebClient,
  claimed: Claimed,
  rendered: Rendered | undefined,
): Promise<void> => {
  const result = rendered && (await attemptCall(() => call(client, claimed, rendered)))
  const inside = tenantContextFor(platform, tenantId, sendKind, newId(platform.clock.now().getTime()))
  await inside(async (ctx) => {
    ctx.skipInvalidation()
    if (result?.fault?.kind === 'BROKEN') await reportBroken(ctx, result.fault.code)
    else if (result?.fault) await recordFault(ctx, claimed, result.fault)
    else await recordSent(ctx, claimed, result?.done, claimed.kind !== 'TASK' || rendered?.last !== false)
  })
}

const sendDue: ScheduledJobHandler = async (ctx) => {
  ctx.skipInvalidation()
  const { platform, tenantId } = ctx
  const workspace = await readWorkspace(ctx)
  if (workspace?.state !== 'CONNECTED' || !platform.config.slack) return
  const token = tokenOf(ctx, workspace)
  if (token === undefined) return reportBroken(ctx, 'token_unreadable')
  const claimed = await claimDue(ctx)
  if (claimed.length === 0) return
  const rendered = await render(ctx, claimed)
  const client = openClient(platform, token)
  ctx.afterCommit(() => {
    for (const one of claimed)
      inBackground(platform, () => send({ platform, tenantId }, client, one, rendered.get(one.id)))
  })
}

export const sendJobs = { [sendKind]: sendDue }
