/** Personal connections: what a person lets a programme do in their name (decision 0112). */
import type { NewConnection, PersonalConnection } from '#contracts/preferences.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict, forbidden } from '#server/platform/errors.ts'
import { ssoOnlySql } from '#server/platform/gate/sso-only.ts'
import { newId } from '#server/platform/ids.ts'
import { hashToken, newToken } from './token.ts'

export const connectionsAtMost = 5
const days = 24 * 3600_000
const lifetimeMs = 90 * days
const noteEveryMs = 60_000
/** How many of a tenant an administrator sees. */
const shownAtMost = 500

interface Row {
  id: string
  user_id: string
  user_name: string
  name: string
  may_write: boolean
  last_four: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

const present = (row: Row): PersonalConnection => ({
  id: row.id,
  name: row.name,
  write: row.may_write,
  lastFour: row.last_four,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const columns = `c.id, c.user_id, u.name as user_name, c.name, c.may_write, c.last_four, c.created_at, c.expires_at, c.last_used_at
  from personal_connection c join app_user u on u.tenant_id = $1 and u.id = c.user_id`

/** Newest first; expired ones stay until the next is added, so that their end is seen. */
export const connectionsOf = async (ctx: TenantContext, userId: string): Promise<PersonalConnection[]> => {
  const rows = await ctx.run<Row>(
    `select ${columns} where c.tenant_id = $1 and c.user_id = $2 order by c.created_at desc, c.id desc`,
    [ctx.tenantId, userId],
  )
  return rows.map(present)
}

/** Of the whole team, newest first. */
export const connectionsOfTenant = async (
  ctx: TenantContext,
): Promise<(PersonalConnection & { user: { id: string; name: string } })[]> => {
  const rows = await ctx.run<Row>(
    `select ${columns} where c.tenant_id = $1 order by c.created_at desc, c.id desc limit ${shownAtMost}`,
    [ctx.tenantId],
  )
  return rows.map((row) => ({ ...present(row), user: { id: row.user_id, name: row.user_name } }))
}

/**
 * The caller holds the lock of the person's row, so that two at once are not six.
 * @returns the token, which is shown once
 * @throws ServiceError FORBIDDEN where the feature is off, CONFLICT at five
 */
export const addConnection = async (
  ctx: TenantContext,
  owner: { readonly userId: string; readonly sessionId: string },
  { name, write }: NewConnection,
): Promise<{ id: string; token: string; expiresAt: Date }> => {
  const { userId, sessionId } = owner
  await ctx.run(
    'delete from personal_connection where tenant_id = $1 and user_id = $2 and expires_at <= $3',
    [ctx.tenantId, userId, ctx.now],
  )
  const valid = await ctx.run('select 1 from personal_connection where tenant_id = $1 and user_id = $2', [
    ctx.tenantId,
    userId,
  ])
  if (valid.length >= connectionsAtMost)
    throw conflict(`You have ${connectionsAtMost} connections; end one of them first`)
  const id = newId(ctx.now.getTime())
  const token = newToken(ctx.tenantId)
  const expiresAt = new Date(ctx.now.getTime() + lifetimeMs)
  const made = await ctx.run(
    `insert into personal_connection (tenant_id, id, user_id, name, may_write, hash, last_four, by_sso, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, s.by_sso, $8, $9 from session s where s.tenant_id = $1 and s.id = $10 returning id`,
    [ctx.tenantId, id, userId, name, write, hashToken(token), token.slice(-4), ctx.now, expiresAt, sessionId],
  )
  // Only a person who signed in makes one, no connection another.
  if (made.length === 0) throw forbidden()
  return { id, token, expiresAt }
}

/** @returns whose it was; undefined if there is none, or it is somebody else's and `whose` allows only one's own */
export const endConnection = async (
  ctx: TenantContext,
  id: string,
  whose: { readonly userId: string } | 'ANYBODY',
): Promise<{ userId: string; name: string } | undefined> => {
  const [ended] = await ctx.run<{ user_id: string; name: string }>(
    `delete from personal_connection where tenant_id = $1 and id = $2 and ($3::uuid is null or user_id = $3)
     returning user_id, name`,
    [ctx.tenantId, id, whose === 'ANYBODY' ? null : whose.userId],
  )
  return ended && { userId: ended.user_id, name: ended.name }
}

/** Ends all connections of a person. */
export const endConnections = (ctx: TenantContext, userId: string): Promise<unknown> =>
  ctx.run('delete from personal_connection where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])

export interface Connection {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly write: boolean
}

const findText = `select c.id, c.user_id, c.name, c.may_write
  from personal_connection c
  join app_user u on u.tenant_id = $1 and u.id = c.user_id
  join tenant t on t.id = c.tenant_id
  where c.tenant_id = $1 and c.hash = $2 and c.expires_at > $3 and not (c.by_sso is not true and ${ssoOnlySql})`

/** The connection of a token that works now. */
export const findConnection = async (ctx: TenantContext, token: string): Promise<Connection | undefined> => {
  const [row] = await ctx.run<Pick<Row, 'id' | 'user_id' | 'name' | 'may_write'>>(findText, [
    ctx.tenantId,
    hashToken(token),
    ctx.now,
  ])
  return row && { id: row.id, userId: row.user_id, name: row.name, write: row.may_write }
}

/** Notes the use of a connection, at most once a minute. */
export const noteUse = (ctx: TenantContext, id: string): Promise<unknown> =>
  ctx.run(
    `update personal_connection set last_used_at = $3
     where tenant_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $4)`,
    [ctx.tenantId, id, ctx.now, new Date(ctx.now.getTime() - noteEveryMs)],
  )
