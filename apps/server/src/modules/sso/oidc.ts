/** OpenID Connect sign-in, out and back: code flow with PKCE, state and nonce. */
import * as client from 'openid-client'
import { cacheBounded } from '#server/platform/bounded-cache.ts'
import type { Platform } from '#server/platform/context.ts'
import { type Outgoing, OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { clientSecretPurpose, type SsoConfiguration } from './configuration.ts'
import { SsoRefusal } from './refusal.ts'

const timeoutSeconds = 5
const graceSeconds = 60
const maxBytes = 512 * 1024

export interface OidcClaims {
  readonly issuer: string
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** The library's requests go through the guarded client; a truncated body is an error. */
const guardedFetch =
  (outgoing: Outgoing): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = body instanceof URLSearchParams ? body.toString() : body
    if (sent !== null && sent !== undefined && typeof sent !== 'string')
      throw new Error('Only text can be sent to identity providers')
    const answer = await outgoing.call(url, {
      method,
      headers,
      ...(typeof sent === 'string' ? { body: sent } : {}),
      timeoutMs: timeoutSeconds * 1000,
      maxBytes,
    })
    if (!answer.complete) throw new OutgoingError('UNREACHABLE', 'The answer is too long')
    const type = answer.headers['content-type']
    const empty = answer.status === 204 || answer.status === 304
    return new Response(empty ? null : Buffer.from(answer.body), {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    })
  }

const secretAuth =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    // The standard's default is Basic; some providers accept only the other method.
    const offered = server.token_endpoint_auth_methods_supported
    const post = offered?.includes('client_secret_post') && !offered.includes('client_secret_basic')
    return (post ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest)
  }

/** Some providers write the issuer with a trailing slash in one place and without in another. */
const otherSlash = (issuer: string): string => (issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`)

/** The issuer in the discovery document, if it differs from the one that was requested. */
const otherIssuer = (error: unknown): string | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (!('code' in at) || at.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') continue
    const { body } = (at.cause ?? {}) as { readonly body?: { readonly issuer?: unknown } }
    return typeof body?.issuer === 'string' ? body.issuer.slice(0, 200) : undefined
  }
  return undefined
}

const discover = async (platform: Platform, set: SsoConfiguration): Promise<client.Configuration> => {
  const secret =
    set.clientSecret === null ? undefined : platform.keys.decrypt(clientSecretPurpose, set.clientSecret)
  if (set.clientSecret !== null && secret === undefined)
    throw new SsoRefusal('NOT_AVAILABLE', 'the client secret can no longer be decrypted; enter it again')
  const ask = (issuer: string): Promise<client.Configuration> =>
    client.discovery(
      new URL(issuer),
      set.clientId ?? '',
      { [client.clockTolerance]: graceSeconds },
      secret === undefined ? client.None() : secretAuth(secret),
      {
        [client.customFetch]: guardedFetch(platform.outgoing),
        timeout: timeoutSeconds,
        execute: [
          // Otherwise the library trusts an ID token received over TLS without checking its signature.
          client.enableNonRepudiationChecks,
          ...(platform.config.allowPrivateCalls ? [client.allowInsecureRequests] : []),
        ],
      },
    )
  const enteredIssuer = set.issuer ?? ''
  const configuration = await ask(enteredIssuer).catch((error: unknown) => {
    const named = otherIssuer(error)
    if (named === undefined) throw error
    if (named === otherSlash(enteredIssuer)) return ask(named)
    throw new SsoRefusal(
      'NOT_PROVEN',
      `the issuer that was entered is ${enteredIssuer}, and its discovery document calls itself ${named}`,
      error,
    )
  })
  const { authorization_endpoint: at } = configuration.serverMetadata()
  const allowed = platform.config.allowPrivateCalls ? /^https?:\/\// : /^https:\/\//
  if (at === undefined || !allowed.test(at))
    throw new SsoRefusal('PROVIDER_UNREACHABLE', 'the provider has no authorization_endpoint')
  return configuration
}

/** Milliseconds for which discovery documents and keys are cached. */
const cacheMs = 10 * 60_000
const maxCached = 200

const refusalOf = (error: unknown): SsoRefusal => {
  if (error instanceof SsoRefusal) return error
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingError) return new SsoRefusal('PROVIDER_UNREACHABLE', at.message, error)
    if (at.name === 'TimeoutError')
      return new SsoRefusal('PROVIDER_UNREACHABLE', 'it did not answer in time', error)
  }
  if (error instanceof client.AuthorizationResponseError)
    return new SsoRefusal('PROVIDER_REFUSED', error.error.slice(0, 100), error)
  if (error instanceof client.ResponseBodyError)
    return new SsoRefusal('PROVIDER_REFUSED', error.error.slice(0, 100), error)
  const why = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
  return new SsoRefusal('NOT_PROVEN', why, error)
}

export interface OidcStart {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Oidc {
  /** The URL of the provider's sign-in page. @throws SsoRefusal */
  loginUrl(tenantId: string, set: SsoConfiguration, start: OidcStart): Promise<string>
  /** @param search the query string of the callback; throws SsoRefusal */
  finish(tenantId: string, set: SsoConfiguration, start: OidcStart, search: string): Promise<OidcClaims>
}

export const openOidc = (platform: Platform): Oidc => {
  const kept = new Map<string, { at: number; configuration: Promise<client.Configuration> }>()
  const configurationOf = (tenantId: string, set: SsoConfiguration): Promise<client.Configuration> => {
    const key = `${tenantId}:${set.configurationVersion}`
    const now = Date.now()
    const known = kept.get(key)
    if (known && now - known.at < cacheMs) return known.configuration
    const configuration = discover(platform, set)
    cacheBounded(kept, key, { at: now, configuration }, maxCached)
    configuration.catch(() => kept.delete(key))
    return configuration
  }
  return {
    loginUrl: async (tenantId, set, start) => {
      try {
        const configuration = await configurationOf(tenantId, set)
        return client.buildAuthorizationUrl(configuration, {
          redirect_uri: start.redirectUri,
          scope: ['openid', ...set.scopes.filter((scope) => scope !== 'openid')].join(' '),
          state: start.state,
          nonce: start.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(start.verifier),
          code_challenge_method: 'S256',
        }).href
      } catch (error) {
        throw refusalOf(error)
      }
    },
    finish: async (tenantId, set, start, search) => {
      try {
        const configuration = await configurationOf(tenantId, set)
        const answer = await client.authorizationCodeGrant(
          configuration,
          new URL(`${start.redirectUri}?${search}`),
          {
            expectedState: start.state,
            expectedNonce: start.nonce,
            pkceCodeVerifier: start.verifier,
            idTokenExpected: true,
          },
        )
        const token = answer.claims()
        if (!token) throw new SsoRefusal('NOT_PROVEN', 'there is no ID token')
        // The library checks azp only with several audiences, and does not reject an iat in the future.
        if (token.azp !== undefined && token.azp !== set.clientId)
          throw new SsoRefusal('NOT_PROVEN', 'the ID token was issued to another application (azp)')
        if (token.iat > Date.now() / 1000 + graceSeconds)
          throw new SsoRefusal('NOT_PROVEN', 'the ID token was issued in the future (iat)')
        const wanted = ['email', ...set.roleMapping.map(({ claim }) => claim)]
        // Many providers return groups and addresses only from the userinfo endpoint.
        const more =
          wanted.some((name) => token[name] === undefined) && configuration.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(configuration, answer.access_token, token.sub)
            : {}
        return { issuer: token.iss, subject: token.sub, claims: { ...more, ...token } }
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}
