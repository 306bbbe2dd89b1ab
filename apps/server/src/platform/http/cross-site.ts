import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of another site sent this form. A program without these headers is not a browser; and on plain
 * HTTP a page without referrers sends Origin "null" even to its own site.
 */
export const isCrossSite = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { baseUrl }: { readonly baseUrl: string },
): boolean => {
  const site = headers['sec-fetch-site']
  // guard: another-site
  if (site !== undefined) return site === 'cross-site' || site === 'same-site'
  const { origin } = headers
  if (origin === undefined || origin === 'null') return false
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  return host !== headers.host && origin !== new URL(baseUrl).origin
}
