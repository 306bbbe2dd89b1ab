import { installSlack } from '#contracts/slack/callbacks.ts'
import { serve } from '#server/platform/http/serve.ts'
import { requireApp } from './client.ts'
import { botScopes, redirects } from './manifest.ts'
import { claimsAtStart, requireSession, setCookie, slackPage } from './oauth.ts'

export default serve(installSlack)(async (ctx, { query: { state } }) => {
  const claims = claimsAtStart(ctx, 'slack-install', state)
  const { clientId, apiUrl } = requireApp(ctx.platform)
  await ctx.inTenant(claims.tenantId, 'read', (tenant) => requireSession(tenant, claims, 'ADMIN'))
  return {
    location: slackPage(apiUrl, '/oauth/v2/authorize', {
      client_id: clientId,
      scope: botScopes.join(','),
      state,
      redirect_uri: redirects(ctx.platform.config.baseUrl).install,
    }),
    cookies: [setCookie(ctx.platform, state)],
  }
})
