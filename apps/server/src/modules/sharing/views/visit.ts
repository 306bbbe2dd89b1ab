/**
 * A visit to a link: found by its token, authorized, and counted. Every request reads the row, so changes and
 * revocation take effect at once on every instance.
 */

import type { LinkEnd } from '#contracts/sharing/view.ts'
import type { FigureContext, PublicContext, TenantContext, TenantInfo } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { findLink, isOver, type LinkRow } from '../links/link-row.ts'
import { type FoundToken, findToken } from '../links/tokens.ts'
import { issueViewSession, type ViewSession, viewSessionEnd } from './view-session.ts'

/** What the browser sends. */
export interface HeldToken {
  readonly token: string
  /** the value of `viewSessionCookie`: from the cookie, or from the header of a page that names its view */
  readonly viewSession: string | undefined
}

export type AccessState =
  | { readonly state: 'ENDED'; readonly why: LinkEnd }
  | { readonly state: 'LOCKED' }
  /** `viewSession`: of a view that just started; undefined: an earlier view continues until then */
  | {
      readonly state: 'OPEN'
      readonly row: LinkRow
      readonly viewSession: ViewSession | undefined
      readonly until: Date
    }

/** @throws ServiceError NOT_FOUND, which counts as a failed attempt */
export const findHeldToken = async (ctx: PublicContext, token: string): Promise<FoundToken> => {
  const found = await findToken(ctx.directory, token)
  if (!found) throw notFound()
  return found
}

/** The link of this token. @throws ServiceError NOT_FOUND if it has another token by now */
export const rowOf = async (ctx: TenantContext, { linkId, hash }: FoundToken): Promise<LinkRow> => {
  const row = await findLink(ctx, linkId)
  // guard: share-address
  if (!row?.token_hash.equals(hash)) throw notFound()
  return row
}

const tenantText = 'select id, name, plan, time_zone as "timeZone" from tenant where id = $1'

/** Adds the tenant's data that figures need. */
export const withTenant = async (ctx: TenantContext): Promise<FigureContext> => {
  const [tenant] = await ctx.run<TenantInfo>(tenantText, [ctx.tenantId])
  if (!tenant) throw notFound()
  return { ...ctx, tenant: { ...tenant, timeZone: storedZone(tenant.timeZone) } }
}

const countText = `update share_link set views = views + 1, logged = logged + 1, last_viewed_at = $3,
    paired_at = case when kind = 'SCREEN' then coalesce(paired_at, $3) end,
    seen_at = case when kind = 'SCREEN' then $3::timestamptz end
  where tenant_id = $1 and id = $2 and epoch = $4 and revoked_at is null and (expires_at is null or expires_at > $3)
    and (max_views is null or views < max_views) returning id`
const logText = `insert into share_access (tenant_id, id, link_id, at, kind, format) values ($1, $2, $3, $4, $5, $6)`
const loggedText = 'update share_link set logged = logged + 1 where tenant_id = $1 and id = $2'

const writeLine = (
  ctx: TenantContext,
  linkId: string,
  kind: 'OPENED' | 'UNLOCK_FAILED' | 'DOWNLOADED',
  format: 'PDF' | 'CSV' | null,
): Promise<unknown> =>
  ctx.run(logText, [ctx.tenantId, newId(ctx.now.getTime()), linkId, ctx.now, kind, format])

/** An access log entry other than a view. */
export const logAccess = async (
  ctx: TenantContext,
  linkId: string,
  kind: 'UNLOCK_FAILED' | 'DOWNLOADED',
  format: 'PDF' | 'CSV' | null = null,
): Promise<void> => {
  await ctx.run(loggedText, [ctx.tenantId, linkId])
  await writeLine(ctx, linkId, kind, format)
}

const endOf = (row: LinkRow, now: Date): LinkEnd | undefined => {
  if (row.revoked_at !== null) return 'REVOKED'
  if (row.expires_at !== null && row.expires_at <= now) return 'EXPIRED'
  return undefined
}

/** Counts one view. @returns its session, or undefined if none was left, also when many come at once */
export const startView = async (ctx: TenantContext, row: LinkRow): Promise<ViewSession | undefined> => {
  const counted = await ctx.run(countText, [ctx.tenantId, row.id, ctx.now, row.epoch])
  if (counted.length === 0) return undefined
  await writeLine(ctx, row.id, 'OPENED', null)
  return issueViewSession(ctx.platform, row, ctx.now)
}

const seenText = `update share_link set seen_at = $3 where tenant_id = $1 and id = $2 and kind = 'SCREEN' and seen_at < $4`
const seenEveryMs = 60_000

/** Continues a view; for a wall this counts as contact. */
const continueView = async (ctx: TenantContext, row: LinkRow): Promise<void> => {
  if (row.kind === 'SCREEN')
    await ctx.run(seenText, [ctx.tenantId, row.id, ctx.now, new Date(ctx.now.getTime() - seenEveryMs)])
}

/** Whether this visit may see the link now, without counting it. */
export const accessStateOf = (
  ctx: TenantContext,
  row: LinkRow,
  viewSession: string | undefined,
): Exclude<AccessState, { state: 'OPEN' }> | { state: 'OPEN'; until: Date | undefined } => {
  const why = endOf(row, ctx.now)
  if (why) return { state: 'ENDED', why }
  const until = viewSessionEnd(ctx.platform, row, viewSession, ctx.now)
  if (until) return { state: 'OPEN', until }
  if (isOver(row, ctx.now)) return { state: 'ENDED', why: 'USED_UP' }
  return row.password_hash === null ? { state: 'OPEN', until: undefined } : { state: 'LOCKED' }
}

/** Authorizes a visit and counts it, once for each view. @param ctx may write @throws ServiceError NOT_FOUND */
export const authorizeView = async (
  ctx: TenantContext,
  found: FoundToken,
  viewSession: string | undefined,
): Promise<AccessState> => {
  // No page shows these counts: viewers who follow a link would make each other reload without end.
  ctx.skipInvalidation()
  const row = await rowOf(ctx, found)
  const access = accessStateOf(ctx, row, viewSession)
  if (access.state !== 'OPEN') return access
  if (access.until) {
    await continueView(ctx, row)
    return { state: 'OPEN', row, viewSession: undefined, until: access.until }
  }
  const started = await startView(ctx, row)
  if (!started) return { state: 'ENDED', why: 'USED_UP' }
  return {
    state: 'OPEN',
    row,
    viewSession: started,
    until: new Date(ctx.now.getTime() + started.maxAgeSeconds * 1000),
  }
}
