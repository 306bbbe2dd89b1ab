/** Reads, locks and presents the row of a share link. */
import type { Selectable } from 'kysely'
import type { LinkState, ShareLink, ShareScope } from '#contracts/sharing/links.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ShareLink as ShareLinkTable } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'

export type LinkRow = Selectable<ShareLinkTable>

/** Milliseconds without contact after which a wall is OFFLINE. */
export const offlineMs = 5 * 60_000

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const isOver = ({ expires_at: at, max_views: most, views }: LinkRow, now: Date): boolean =>
  (at !== null && at <= now) || (most !== null && views >= most)

export const stateOf = (row: LinkRow, now: Date): LinkState => {
  if (row.revoked_at !== null) return 'REVOKED'
  if (isOver(row, now)) return 'EXPIRED'
  if (row.kind !== 'SCREEN') return 'ACTIVE'
  if (row.paired_at === null) return 'PAIRING'
  return row.seen_at !== null && now.getTime() - row.seen_at.getTime() < offlineMs ? 'ACTIVE' : 'OFFLINE'
}

/**
 * The state of rows `l` in SQL; $1 is the tenant. @param now placeholder of now @param since placeholder of five
 * minutes before
 */
export const stateSql = (now: string, since: string): string => `case
    when (l.expires_at is not null and l.expires_at <= ${now}) or (l.max_views is not null and l.views >= l.max_views) then 'EXPIRED'
    when l.kind <> 'SCREEN' then 'ACTIVE'
    when l.paired_at is null then 'PAIRING'
    when l.seen_at > ${since} then 'ACTIVE'
    else 'OFFLINE' end`

export const presentLink = (row: LinkRow, now: Date): ShareLink => ({
  id: row.id,
  kind: row.kind as ShareLink['kind'],
  name: row.name,
  state: stateOf(row, now),
  scope: row.scope as ShareScope,
  redaction: { comments: row.hide_comments, photos: row.hide_photos },
  contents: row.contents as ShareLink['contents'],
  expiresAt: iso(row.expires_at),
  hasPassword: row.password_hash !== null,
  allowedOrigins: row.allowed_origins,
  maxViews: row.max_views,
  views: row.views,
  lastViewedAt: iso(row.last_viewed_at),
  seenAt: iso(row.seen_at),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

const readText = 'select * from share_link where tenant_id = $1 and id = $2'

/** Also a revoked link. Undefined once it is deleted. */
export const findLink = async (ctx: TenantContext, id: string): Promise<LinkRow | undefined> =>
  (await ctx.run<LinkRow>(readText, [ctx.tenantId, id]))[0]

const alive = (row: LinkRow | undefined): LinkRow => {
  if (!row || row.revoked_at !== null) throw notFound()
  return row
}

/** @throws ServiceError NOT_FOUND */
export const readLink = async (ctx: TenantContext, id: string): Promise<LinkRow> =>
  alive(await findLink(ctx, id))

/**
 * Locks the link until the commit, so that opening and changing it wait for each other. @throws ServiceError
 * NOT_FOUND
 */
export const lockLink = async (ctx: TenantContext, id: string): Promise<LinkRow> =>
  alive((await ctx.run<LinkRow>(`${readText} for no key update`, [ctx.tenantId, id]))[0])
