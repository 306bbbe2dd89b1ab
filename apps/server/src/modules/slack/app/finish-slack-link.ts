import { finishSlackLink } from '#contracts/slack/callbacks.ts'
import { auditLink, linkPerson, readWorkspace } from '#server/modules/slack/connection/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ask } from '#server/platform/mail/define.ts'
import { attemptCall, openClient, requireApp } from './client.ts'
import { slackLinked } from './mails/slack-linked.ts'
import { redirects } from './manifest.ts'
import { claimsAtEnd, requireSession } from './oauth.ts'

interface SlackIdentity {
  readonly 'https://slack.com/user_id'?: string
  readonly 'https://slack.com/team_id'?: string
}

/** Who signed in at Slack; undefined if Slack does not say. */
const identify = async (platform: Platform, code: string): Promise<SlackIdentity | undefined> => {
  const { clientId, clientSecret } = requireApp(platform)
  const asked = await attemptCall(async () => {
    const { access_token: token } = await openClient(platform).openid.connect.token({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      grant_type: 'authorization_code',
      redirect_uri: redirects(platform.config.baseUrl).link,
    })
    return (await openClient(platform, token).openid.connect.userInfo()) as SlackIdentity
  })
  return asked.fault ? undefined : asked.done
}

export default serve(finishSlackLink)(async (ctx, { query: { state, code } }) => {
  const { platform } = ctx
  const claims = await claimsAtEnd(ctx, 'slack-link', state)
  requireApp(platform)
  const back = (query: string) => ({ location: `${platform.config.baseUrl}/app/profile?${query}` })
  await ctx.inTenant(claims.tenantId, 'read', (tenant) => requireSession(tenant, claims))
  if (code === undefined) return back('error=denied')
  const person = await identify(platform, code)
  const slackUserId = person?.['https://slack.com/user_id']
  if (!slackUserId) return back('error=failed')
  return ctx.inTenant(claims.tenantId, 'write', async (tenant) => {
    const staff = await requireSession(tenant, claims)
    const workspace = await readWorkspace(tenant)
    if (workspace?.state !== 'CONNECTED' || workspace.team_id !== person['https://slack.com/team_id'])
      return back('error=workspace')
    await linkPerson(staff, staff.actor.id, slackUserId)
    auditLink(staff, 'slack.linkPerson', staff.actor)
    await ask(staff, slackLinked, { userId: staff.actor.id })
    return back('slack=linked')
  })
})
