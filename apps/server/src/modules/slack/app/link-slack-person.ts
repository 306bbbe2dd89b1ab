import { linkSlackPerson } from '#contracts/slack/callbacks.ts'
import { readWorkspace } from '#server/modules/slack/connection/public.ts'
import { forbidden } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { requireApp } from './client.ts'
import { personScopes, redirects } from './manifest.ts'
import { claimsAtStart, requireSession, setCookie, slackPage } from './oauth.ts'

export default serve(linkSlackPerson)(async (ctx, { query: { state } }) => {
  const claims = claimsAtStart(ctx, 'slack-link', state)
  const { clientId, apiUrl } = requireApp(ctx.platform)
  const team = await ctx.inTenant(claims.tenantId, 'read', async (tenant) => {
    await requireSession(tenant, claims)
    return (await readWorkspace(tenant))?.team_id
  })
  if (!team) throw forbidden('This organisation is not connected to Slack')
  return {
    location: slackPage(apiUrl, '/openid/connect/authorize', {
      response_type: 'code',
      client_id: clientId,
      scope: personScopes.join(' '),
      state,
      team,
      redirect_uri: redirects(ctx.platform.config.baseUrl).link,
    }),
    cookies: [setCookie(ctx.platform, state)],
  }
})
