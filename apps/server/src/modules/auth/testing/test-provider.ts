/** An identity provider for tests: an OIDC server with a known key, so that tests can also sign invalid tokens. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { after } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'

export const googleClient = 'google-client.apps.example'
export const microsoftClient = '5f3c1f6e-9d3b-4a57-8b0e-0e7a3c1b2d4f'

export type Claims = Record<string, unknown>

export interface TestProvider {
  readonly issuer: string
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** settings that use it as both Google and Microsoft */
  readonly env: Record<string, string>
  /** number of requests so far */
  requests(): number
  /** a token signed by the provider itself */
  token(claims: Claims): Promise<string>
}

export const startProvider = async (): Promise<TestProvider> => {
  const server = new OAuth2Server()
  const { kid } = await server.issuer.keys.generate('RS256')
  await server.start(0, 'localhost')
  after(() => server.stop())
  const issuer = server.issuer.url ?? ''
  let requests = 0
  server.service.on('beforeWellKnownOpenIdConfiguration', () => {
    requests++
  })
  const jwk = server.issuer.keys.toJSON(true).find((key) => key.kid === kid)
  const privateKey = createPrivateKey({ key: { ...jwk } as never, format: 'jwk' })
  return {
    issuer,
    kid,
    privateKey,
    publicKey: createPublicKey(privateKey),
    env: {
      GOOGLE_CLIENT_ID: googleClient,
      GOOGLE_ISSUER: issuer,
      MICROSOFT_CLIENT_ID: microsoftClient,
      MICROSOFT_ISSUER: issuer,
    },
    requests: () => requests,
    token: (claims) =>
      server.issuer.buildToken({
        kid,
        scopesOrTransform: (_header, payload) => void Object.assign(payload, claims),
      }),
  }
}

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A signed token of any header and payload. */
export const signed = (header: Claims, payload: unknown, key: KeyObject): string => {
  const input = `${part(header)}.${part(payload)}`
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}

let people = 0

/** Claims as Google sends them for a new person. */
export const googleClaims = (more: Claims = {}): Claims => ({
  aud: googleClient,
  azp: googleClient,
  sub: `10769150350006150${++people}`,
  email: `google-${people}@example.com`,
  email_verified: true,
  name: `Grace ${people}`,
  ...more,
})

/** Claims as Microsoft sends them for a new person. */
export const microsoftClaims = (more: Claims = {}): Claims => ({
  aud: microsoftClient,
  azp: microsoftClient,
  ver: '2.0',
  tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  oid: `00000000-0000-4000-8000-${String(++people).padStart(12, '0')}`,
  preferred_username: `microsoft-${people}@example.com`,
  name: `Mina ${people}`,
  ...more,
})

/** A valid token. */
export const credentialOf = ({ issuer, kid, privateKey }: TestProvider, claims: Claims): string => {
  const seconds = Math.floor(Date.now() / 1000)
  const payload = { ...claims, iss: issuer, iat: seconds, exp: seconds + 600 }
  return signed({ alg: 'RS256', typ: 'JWT', kid }, payload, privateKey)
}
