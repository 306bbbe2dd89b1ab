/** What the four steps of both OAuth flows share: the sealed state, its cookie, and whoever has it. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Platform, PublicContext, StaffContext, TenantContext } from '#server/platform/context.ts'
import { forbidden, unauthorized } from '#server/platform/errors.ts'
import { requireFlag } from '#server/platform/flags.ts'
import { asStaff, readMember } from '#server/platform/gate/members.ts'
import { inMaintenance } from '#server/platform/maintenance.ts'
import { openState, type StateClaims, type StateKind, spendState } from '#server/platform/sealed-states.ts'

const cookieName = 'wk_slack'

const cookieOf = (state: string): string => hash('sha256', state, 'base64url')

/** Binds the flow to the browser that began it. */
export const setCookie = ({ config }: Platform, state: string): string =>
  `${cookieName}=${cookieOf(state)}; Path=/api/slack; Max-Age=600; HttpOnly; SameSite=Lax${config.baseUrl.startsWith('https:') ? '; Secure' : ''}`

const hasCookie = (ctx: PublicContext, state: string): boolean => {
  const given = Buffer.from(ctx.cookie(cookieName) ?? '')
  const right = Buffer.from(cookieOf(state))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** @throws ServiceError UNAUTHORIZED */
export const claimsAtStart = (ctx: PublicContext, kind: StateKind, state: string): StateClaims => {
  const claims = openState(ctx.platform.keys, kind, state, ctx.now)
  if (!claims) throw unauthorized()
  return claims
}

/** The state counts only once, and in the browser that began. @throws ServiceError UNAUTHORIZED */
export const claimsAtEnd = async (
  ctx: PublicContext,
  kind: StateKind,
  state: string,
): Promise<StateClaims> => {
  const claims = hasCookie(ctx, state) ? await spendState(ctx, kind, state) : undefined
  if (!claims) throw unauthorized()
  return claims
}

const sessionText =
  'select 1 from session where tenant_id = $1 and id = $2 and user_id = $3 and ended_at is null and expires_at > $4'

/**
 * The member whose session the state was given to.
 * @throws ServiceError UNAUTHORIZED if it has ended, FORBIDDEN without the role or if the tenant may not write
 */
export const requireSession = async (
  ctx: TenantContext,
  { userId, sessionId }: StateClaims,
  role?: Role,
): Promise<StaffContext & { readonly actor: { readonly kind: 'USER' } }> => {
  const [session] = await ctx.run(sessionText, [ctx.tenantId, sessionId, userId, ctx.now])
  const member = session === undefined ? undefined : await readMember(ctx, userId, sessionId)
  if (!member) throw unauthorized()
  const { principal } = member
  const { flags, maintenance } = ctx.platform
  requireFlag(flags, 'SLACK', principal.tenant)
  if (role && !principal.actor.roles.includes(role)) throw forbidden()
  if (principal.readOnly) throw forbidden(principal.readOnly)
  if (maintenance.state.on) throw inMaintenance(maintenance.state)
  return { ...asStaff(ctx, principal), actor: principal.actor }
}

/** Another address of Slack than that of its API, e.g. the page that asks for consent. */
export const slackPage = (apiUrl: string, path: string, query: Record<string, string>): string => {
  const url = new URL(path, new URL(apiUrl).origin)
  url.search = new URLSearchParams(query).toString()
  return url.href
}
