/**
 * /sso/google and /sso/microsoft: redirects from our sign-in page to the provider. The page creates and keeps state,
 * nonce and PKCE challenge, so nothing is stored here; errors lead back to the page with a reason.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import type { FindEndpoints } from './provider-endpoints.ts'

/** Reasons with which the visitor is sent back; the page has the texts. */
type StartFailure = 'NOT_AVAILABLE' | 'PROVIDER_UNREACHABLE' | 'SPENT'

/** Base64url text of at least 128 random bits. */
const random = /^[\w-]{22,128}$/
/** A SHA-256 hash in base64url. */
const challengeForm = /^[\w-]{43}$/

const noStore = { 'cache-control': 'no-store' }

const returnToPage = (reply: FastifyReply, trouble: StartFailure): FastifyReply =>
  reply.headers(noStore).redirect(`/app/sign-in#trouble=${trouble}`, 302)

export const returnAddress = (config: Config): string => `${config.baseUrl}/app/sign-in`

const queryText = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

export const mountProviderStarts = (
  app: FastifyInstance,
  config: Config,
  findEndpoints: FindEndpoints,
): void => {
  const start =
    (
      name: 'google' | 'microsoft',
      ask: (request: FastifyRequest, clientId: string) => Record<string, string>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const provider = config[name]
      if (!provider) return returnToPage(reply, 'NOT_AVAILABLE')
      const [state, nonce] = [queryText(request, 'state'), queryText(request, 'nonce')]
      const wanted = ask(request, provider.clientId)
      const challenge = wanted.code_challenge
      if (!random.test(state) || !random.test(nonce)) return returnToPage(reply, 'SPENT')
      if (challenge !== undefined && !challengeForm.test(challenge)) return returnToPage(reply, 'SPENT')
      const endpoints = await findEndpoints(provider)
      if (!endpoints) return returnToPage(reply, 'PROVIDER_UNREACHABLE')
      const target = new URL(endpoints.authorization)
      const all = {
        client_id: provider.clientId,
        redirect_uri: returnAddress(config),
        state,
        nonce,
        prompt: 'select_account',
        ...wanted,
      }
      for (const [key, value] of Object.entries(all)) target.searchParams.set(key, value)
      return reply.headers(noStore).redirect(target.href, 302)
    }

  app.get(
    '/sso/google',
    start('google', () => ({
      response_type: 'id_token',
      response_mode: 'fragment',
      scope: 'openid email profile',
    })),
  )
  app.get(
    '/sso/microsoft',
    start('microsoft', (request, clientId) => ({
      response_type: 'code',
      response_mode: 'query',
      // Requests an access token whose audience is our own application.
      scope: `${clientId}/.default openid profile email`,
      code_challenge: queryText(request, 'challenge'),
      code_challenge_method: 'S256',
    })),
  )
}
