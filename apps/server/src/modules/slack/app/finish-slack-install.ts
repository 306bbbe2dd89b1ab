import { finishSlackInstall } from '#contracts/slack/callbacks.ts'
import { connect, type Installed, markPending } from '#server/modules/slack/connection/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { attemptCall, openClient, requireApp } from './client.ts'
import { redirects } from './manifest.ts'
import { forgetChannels } from './messages/queue.ts'
import { claimsAtEnd, requireSession } from './oauth.ts'

const waitMs = 5000

/** @returns what Slack gives for the code, or why it cannot be used */
const exchange = async (
  platform: Platform,
  code: string,
): Promise<Omit<Installed, 'by'> | 'org' | 'failed'> => {
  const { clientId, clientSecret } = requireApp(platform)
  const { done } = (await attemptCall(() =>
    openClient(platform, undefined, waitMs).oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: redirects(platform.config.baseUrl).install,
    }),
  )) as {
    done?: {
      access_token?: string
      bot_user_id?: string
      is_enterprise_install?: boolean
      team?: { id?: string; name?: string } | null
    }
  }
  if (!done) return 'failed'
  const { access_token: token, bot_user_id: botUserId, team } = done
  if (done.is_enterprise_install) return 'org'
  if (!token || !botUserId || !team?.id) return 'failed'
  return { token, botUserId, teamId: team.id, teamName: team.name ?? team.id }
}

export default serve(finishSlackInstall)(async (ctx, { query: { state, code } }) => {
  const { platform } = ctx
  const claims = await claimsAtEnd(ctx, 'slack-install', state)
  requireApp(platform)
  const back = (query: string) => ({ location: `${platform.config.baseUrl}/app/slack?${query}` })
  await ctx.inTenant(claims.tenantId, 'write', async (tenant) => {
    await requireSession(tenant, claims, 'ADMIN')
    if (code !== undefined) await markPending(tenant, new Date(ctx.now.getTime() + waitMs + 1000))
  })
  if (code === undefined) return back('error=denied')
  const installed = await exchange(platform, code)
  return ctx.inTenant(claims.tenantId, 'write', async (tenant) => {
    if (typeof installed === 'string') {
      await markPending(tenant, null)
      return back(`error=${installed}`)
    }
    const staff = await requireSession(tenant, claims, 'ADMIN')
    const connected = await connect(staff, { ...installed, by: staff.actor.name })
    if (connected === 'MOVED') await forgetChannels(tenant)
    if (connected === 'TAKEN') {
      await markPending(tenant, null)
      return back('error=taken')
    }
    recordAudit(staff, {
      action: 'slack.connect',
      target: null,
      targetName: installed.teamName,
      fields: [],
      userAgent: ctx.userAgent,
    })
    tenant.afterCommit(() => platform.tenantChanged(claims.tenantId))
    return back('connected=1')
  })
})
