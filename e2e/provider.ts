/** Stands in for Google and Microsoft: a real OIDC server behind a page without questions. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'

export const googleClient = 'google-client.apps.example'
export const microsoftClient = '5f3c1f6e-9d3b-4a57-8b0e-0e7a3c1b2d4f'

/** What the provider answers next; `error` returns without an account. */
export interface Answer {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly error?: string
}

export interface FixtureProvider {
  readonly env: Record<string, string>
  /** of the provider's pages and its token endpoint */
  readonly hosts: readonly string[]
  answer: Answer
  /** parameters of the last sign-in request */
  readonly asked: URLSearchParams
}

export const startFixtureProvider = async (): Promise<FixtureProvider> => {
  const oidc = new OAuth2Server()
  const { kid } = await oidc.issuer.keys.generate('RS256')
  await oidc.start(0, 'localhost')
  after(() => oidc.stop())
  const issuer = oidc.issuer.url ?? ''

  const state: { answer: Answer; asked: URLSearchParams } = { answer: {}, asked: new URLSearchParams() }
  const authorize = async (asked: URLSearchParams, response: ServerResponse): Promise<void> => {
    const { claims, error } = state.answer
    const back = asked.get('redirect_uri') ?? ''
    const implicit = asked.get('response_type') === 'id_token'
    const send = (fields: Record<string, string>): void => {
      const text = new URLSearchParams({ ...fields, state: asked.get('state') ?? '' }).toString()
      response.writeHead(302, { location: `${back}${implicit ? '#' : '?'}${text}` }).end()
    }
    if (error) send({ error, error_description: 'Somebody went back' })
    else if (implicit) {
      const own = { aud: asked.get('client_id'), azp: asked.get('client_id'), nonce: asked.get('nonce') }
      const transform = (_header: object, payload: object): void => void Object.assign(payload, own, claims)
      send({ id_token: await oidc.issuer.buildToken({ kid, scopesOrTransform: transform }) })
    } else response.writeHead(302, { location: `${issuer}/authorize?${asked}` }).end()
  }
  const front = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://front.invalid')
    state.asked = searchParams
    authorize(searchParams, response).catch((error: unknown) => response.destroy(error as Error))
  })
  front.listen(0, 'localhost')
  await once(front, 'listening')
  after(() => {
    front.closeAllConnections()
    front.close()
  })
  const frontHost = `localhost:${(front.address() as AddressInfo).port}`
  oidc.service.on('beforeWellKnownOpenIdConfiguration', (document) => {
    Object.assign(document.body as object, { authorization_endpoint: `http://${frontHost}/authorize` })
  })
  oidc.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { aud: microsoftClient, azp: microsoftClient, ...state.answer.claims })
  })
  return {
    env: {
      GOOGLE_CLIENT_ID: googleClient,
      GOOGLE_ISSUER: issuer,
      MICROSOFT_CLIENT_ID: microsoftClient,
      MICROSOFT_ISSUER: issuer,
    },
    hosts: [frontHost, new URL(issuer).host],
    get answer() {
      return state.answer
    },
    set answer(next) {
      state.answer = next
    },
    get asked() {
      return state.asked
    },
  }
}
