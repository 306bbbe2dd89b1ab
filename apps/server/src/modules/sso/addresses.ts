/** URLs of this service for browsers and identity providers. */
import type { Config } from '#server/platform/config.ts'

export interface SsoAddresses {
  readonly login: string
  readonly callback: string
  /** also the entity id of this service for the tenant */
  readonly metadata: string
  readonly acs: string
  readonly test: string
  /** cookie path of a sign-in in progress */
  readonly cookiePath: string
}

export const addressesOf = (config: Config, slug: string): SsoAddresses => {
  const path = `/sso/${encodeURIComponent(slug)}`
  const base = config.baseUrl + path
  return {
    login: `${base}/login`,
    callback: `${base}/callback`,
    metadata: `${base}/metadata`,
    acs: `${base}/acs`,
    test: `${base}/test`,
    cookiePath: path,
  }
}

/** A path at /app or below, with its query; anything else is undefined. */
export const safeReturn = (path: string | undefined): string | undefined => {
  if (path === undefined || path.length > 500 || !/^\/app(\/|$|\?)/.test(path)) return undefined
  if (/[\\\p{Cc}\p{Cf}\s]/u.test(path)) return undefined
  const base = 'https://own.invalid'
  if (!URL.canParse(path, base)) return undefined
  const url = new URL(path, base)
  const inside = url.pathname === '/app' || url.pathname.startsWith('/app/')
  if (url.origin !== base || !inside || url.pathname.includes('//') || /%2f|%5c|%2e/i.test(url.pathname))
    return undefined
  return url.pathname + url.search
}
