/** Tokens of links: shown once, stored only as a hash. */
import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/tables.ts'

/** 256 random bits, base64url */
const shape = /^[\w-]{43}$/

export interface NewToken {
  readonly token: string
  readonly hash: Buffer
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

export const newToken = (): NewToken => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export const addressOf = ({ config }: Platform, token: string): string => `${config.baseUrl}/s/${token}`

/** Makes the token lead to the link. */
export const storeToken = async (ctx: TenantContext, linkId: string, { hash }: NewToken): Promise<void> => {
  await ctx.db
    .insertInto('share_link_directory')
    .values({ hash, tenant_id: ctx.tenantId, link_id: linkId })
    .execute()
}

/** Removes all tokens of the link. */
export const deleteTokens = async (ctx: TenantContext, linkId: string): Promise<void> => {
  await ctx.run('delete from share_link_directory where tenant_id = $1 and link_id = $2', [
    ctx.tenantId,
    linkId,
  ])
}

export interface FoundToken {
  readonly tenantId: string
  readonly linkId: string
  readonly hash: Buffer
}

/** Read at each request, so that an ended link is ended on every instance. Undefined for an unknown token. */
export const findToken = async (directory: Kysely<DB>, token: string): Promise<FoundToken | undefined> => {
  if (!shape.test(token)) return undefined
  const hashed = hashOf(token)
  const row = await directory
    .selectFrom('share_link_directory')
    .select(['tenant_id', 'link_id'])
    .where('hash', '=', hashed)
    .executeTakeFirst()
  return row && { tenantId: row.tenant_id, linkId: row.link_id, hash: hashed }
}
