/**
 * The one-time token of single sign-on is in a URL, which a page redeems without a click. So that opening a foreign
 * URL signs nobody in as somebody else, it works only in the browser that came back from the provider.
 */
import type { Platform, PublicContext } from '#server/platform/context.ts'

const cookieName = 'wk_sso_pass'
const lifetimeSeconds = 60

const passOf = ({ keys }: Platform, token: string): string => keys.mac('sso-pass', token)

/** The Set-Cookie header that goes with the token. */
export const ssoPassCookie = (platform: Platform, token: string): string =>
  [
    `${cookieName}=${passOf(platform, token)}`,
    'Path=/api/auth/magic-link',
    `Max-Age=${lifetimeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(platform.config.baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

export const hasPassCookie = (ctx: PublicContext, token: string): boolean =>
  ctx.cookie(cookieName) === passOf(ctx.platform, token)
