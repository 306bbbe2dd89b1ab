/**
 * A sign-in in progress at the identity provider. Its row can be used once and within ten minutes. State, nonce, PKCE
 * verifier and browser cookie are derived from its id, so the database holds nothing usable.
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import type { OidcStart } from './oidc.ts'

const lifetimeMs = 10 * 60_000

export type RequestKind = 'SIGN_IN' | 'TEST'

export interface SsoRequest {
  readonly id: string
  readonly kind: RequestKind
  readonly configurationVersion: number
  readonly returnTo: string | null
}

/** @returns false where a request with this id was started before */
export const startRequest = async (ctx: TenantContext, request: SsoRequest): Promise<boolean> => {
  const rows = await ctx.run<{ id: string }>(
    `insert into sso_request (tenant_id, id, kind, configuration_version, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [
      ctx.tenantId,
      request.id,
      request.kind,
      request.configurationVersion,
      request.returnTo,
      new Date(ctx.now.getTime() + lifetimeMs),
    ],
  )
  return rows.length === 1
}

/** Uses up the request, once even if a hundred try at the same time. */
export const consumeRequest = async (ctx: TenantContext, id: string): Promise<SsoRequest | undefined> => {
  // guard: sso-request-once
  const [row] = await ctx.run<{ kind: RequestKind; configuration_version: number; return_to: string | null }>(
    `update sso_request set used_at = $3 where tenant_id = $1 and id = $2 and used_at is null and expires_at > $3
     returning kind, configuration_version, return_to`,
    [ctx.tenantId, id, ctx.now],
  )
  return (
    row && { id, kind: row.kind, configurationVersion: row.configuration_version, returnTo: row.return_to }
  )
}

/** @returns false if the same assertion was accepted before */
export const consumeAssertion = async (
  ctx: TenantContext,
  hash: string,
  expiresAt: Date,
): Promise<boolean> => {
  const rows = await ctx.run<{ hash: string }>(
    `insert into sso_assertion (tenant_id, hash, expires_at) values ($1, $2, $3) on conflict do nothing returning hash`,
    [ctx.tenantId, hash, expiresAt],
  )
  // guard: sso-assertion-once
  return rows.length === 1
}

export const stateOfRequest = ({ keys }: Platform, tenantId: string, id: string): string =>
  keys.seal('sso-state', tenantId, id)

/** @returns the id of the request, if the state was created here for this tenant */
export const requestOfState = (
  { keys }: Platform,
  tenantId: string,
  state: string | undefined,
): string | undefined => {
  const found = state === undefined ? undefined : keys.unseal('sso-state', state)
  // guard: sso-tenant
  return found?.tenantId === tenantId ? found.id : undefined
}

/** A SAML id must not begin with a digit. */
export const samlId = (state: string): string => `_${state}`
export const stateOfSamlId = (id: string | undefined): string | undefined =>
  id?.startsWith('_') ? id.slice(1) : undefined

export const oidcStart = (
  platform: Platform,
  tenantId: string,
  id: string,
  redirectUri: string,
): OidcStart => ({
  redirectUri,
  state: stateOfRequest(platform, tenantId, id),
  nonce: platform.keys.mac('sso-nonce', id),
  verifier: platform.keys.mac('sso-verifier', id),
})

const cookieName = (id: string): string => `wk_sso_${id}`

/**
 * Binds the request to this browser. A POST answer comes from another site, so its cookie must be SameSite=None,
 * which browsers accept over https only; over http (development) it is Lax and only the row protects.
 */
export const bindingCookie = (
  platform: Platform,
  { id, path, crossSite }: { id: string; path: string; crossSite: boolean },
): string => {
  const secure = platform.config.baseUrl.startsWith('https:')
  return [
    `${cookieName(id)}=${platform.keys.mac('sso-browser', id)}`,
    `Path=${path}`,
    `Max-Age=${lifetimeMs / 1000}`,
    'HttpOnly',
    `SameSite=${crossSite && secure ? 'None' : 'Lax'}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
}

export const endCookie = (id: string, path: string): string =>
  `${cookieName(id)}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`

/** Whether the answer came back to the browser that started the sign-in. */
export const isBound = (
  platform: Platform,
  cookies: string | undefined,
  id: string,
  { crossSite }: { crossSite: boolean },
): boolean => {
  const name = `${cookieName(id)}=`
  const sent = (cookies ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(name))
    .map((part) => part.slice(name.length))
  const secure = platform.config.baseUrl.startsWith('https:')
  if (sent.length === 0) return crossSite && !secure
  // Both id and value are unguessable, so the time of this comparison reveals nothing.
  return sent.length === 1 && sent[0] === platform.keys.mac('sso-browser', id)
}
