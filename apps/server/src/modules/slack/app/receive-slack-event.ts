import { receiveSlackEvent } from '#contracts/slack/callbacks.ts'
import { tenantOfTeam } from '#server/modules/slack/connection/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { receiveOnce } from '#server/platform/provider/inbox.ts'
import { slackActor } from './as-member.ts'
import { eventKind } from './events/handle-event.ts'

export default serve(receiveSlackEvent)(async (ctx, { body }) => {
  if (body.type === 'url_verification') return { challenge: body.challenge ?? '' }
  const { event, event_id: eventId, team_id: teamId } = body
  if (body.type === 'app_rate_limited')
    ctx.platform.log.warn({ team: teamId }, 'Slack leaves out events, as there were too many')
  const tenantId = await tenantOfTeam(ctx, teamId)
  if (tenantId === undefined || !event || eventId === undefined) return undefined
  await ctx.inTenant(tenantId, 'write', slackActor, async (tenant) => {
    tenant.skipInvalidation()
    const received = { provider: 'slack', eventId, tenantId, type: event.type } as const
    if (!(await receiveOnce({ directory: tenant.db, now: ctx.now }, received))) return
    const shared = body.is_ext_shared_channel ?? false
    await tenant.run('insert into slack_event (tenant_id, id, body) values ($1, $2, $3)', [
      tenantId,
      eventId,
      JSON.stringify({ event, shared }),
    ])
    await tenant.schedule(eventKind, eventId, ctx.now)
    tenant.afterCommit(() => ctx.platform.wakeScheduledJobs())
  })
  return undefined
})
