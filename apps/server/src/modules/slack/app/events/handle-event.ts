/** Events that Slack has sent, each in a transaction of its own. */
import type { SlackEvent } from '#contracts/slack/callbacks.ts'
import { readWorkspace, removeWorkspace, userLinkedTo } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { slackActor } from '../as-member.ts'
import { reportBroken } from '../mails/slack-broken.ts'
import { forgetChannels } from '../messages/queue.ts'
import { openHome } from '../people/home-times.ts'
import { previewLinks } from './preview-links.ts'
import { takeReply } from './take-reply.ts'

export const eventKind = 'slack.event'

const uninstall = async (ctx: TenantContext): Promise<void> => {
  const workspace = await readWorkspace(ctx)
  await removeWorkspace(ctx)
  await forgetChannels(ctx)
  recordAudit(ctx, {
    action: 'slack.disconnect',
    target: null,
    targetName: workspace?.team_name ?? '',
    fields: [],
    actor: slackActor,
  })
}

const showHome = async (ctx: TenantContext, { user, tab }: SlackEvent): Promise<void> => {
  const userId = user && tab === 'home' ? await userLinkedTo(ctx, user) : undefined
  if (userId) await openHome(ctx, userId)
}

const revoke = async (ctx: TenantContext, { tokens }: SlackEvent): Promise<void> => {
  const workspace = await readWorkspace(ctx)
  if (workspace?.bot_user_id && tokens?.bot?.includes(workspace.bot_user_id))
    await reportBroken(ctx, 'tokens_revoked')
}

const handle = async (ctx: TenantContext, event: SlackEvent, shared: boolean): Promise<void> => {
  switch (event.type) {
    case 'app_home_opened':
      return showHome(ctx, event)
    case 'app_uninstalled':
      return uninstall(ctx)
    case 'tokens_revoked':
      return revoke(ctx, event)
    case 'link_shared':
      return shared ? undefined : previewLinks(ctx, event)
    case 'message':
      return takeReply(ctx, event)
    default:
      return undefined
  }
}

const handleEvent: ScheduledJobHandler = async (ctx, id) => {
  ctx.skipInvalidation()
  const [row] = await ctx.run<{ body: { event: SlackEvent; shared: boolean } }>(
    'delete from slack_event where tenant_id = $1 and id = $2 returning body',
    [ctx.tenantId, id],
  )
  if (row) await handle(ctx, row.body.event, row.body.shared)
}

export const eventJobs = { [eventKind]: handleEvent }
