/**
 * Pairs a wall with a share link: the wall shows a code, and its browser holds a secret. An administrator enters the
 * code, which binds the link to the holder of the secret. That browser then gets the link's new token, once.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { plainDigits } from '#contracts/qr-code.ts'
import type { PairingPage } from '#contracts/sharing/view.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { lockLink } from '../links/link-row.ts'
import { replaceToken } from '../links/replace-token.ts'
import { newToken } from '../links/tokens.ts'

/** Without characters that look alike (0 O, 1 I L, 5 S, 8 B, 2 Z), and without vowels, so that no words appear. */
const alphabet = 'CDFGHJKMNPQRTVWXY34679'
const codeLength = 6
const aliveMs = 10 * 60_000
const secretShape = /^[\w-]{43}$/

type Hashes = Pick<PublicContext, 'platform'>

const macOf = ({ platform }: Hashes, purpose: 'pairing-code' | 'pairing-secret', text: string): Buffer =>
  createHash('sha256').update(platform.keys.mac(purpose, text)).digest()

/** Normalises a typed code: case, spaces, hyphens and digits of other scripts do not matter. */
export const normalCode = (typed: string): string => plainDigits(typed).toUpperCase().replace(/[\s-]/g, '')

export interface Pairing {
  /** six characters, shown on the wall */
  readonly code: string
  /** for the browser only: an HttpOnly cookie of /s/pair */
  readonly secret: string
  readonly expiresAt: Date
}

/** A code for this browser; also deletes expired codes. */
export const startPairing = async (
  ctx: Pick<PublicContext, 'platform' | 'directory' | 'now'>,
): Promise<Pairing> => {
  const { directory, now } = ctx
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + aliveMs)
  await directory.deleteFrom('screen_pairing').where('expires_at', '<=', now).execute()
  await directory
    .insertInto('screen_pairing')
    .values({
      code: macOf(ctx, 'pairing-code', code),
      secret: macOf(ctx, 'pairing-secret', secret),
      expires_at: expiresAt,
    })
    .execute()
  return { code, secret, expiresAt }
}

/** Binds the link to the wall with this code. @returns whether there is one */
export const bindPairing = async (ctx: TenantContext, linkId: string, code: string): Promise<boolean> => {
  const bound = await ctx.run(
    `update screen_pairing set tenant_id = $1, link_id = $2
     where code = $3 and expires_at > $4 and tenant_id is null returning 1`,
    [ctx.tenantId, linkId, macOf(ctx, 'pairing-code', normalCode(code)), ctx.now],
  )
  return bound.length > 0
}

/** Gives the link a new token for the wall; the old one stops working. @throws ServiceError NOT_FOUND */
const takeLink = (ctx: PublicContext, tenantId: string, linkId: string, secret: Buffer): Promise<string> =>
  ctx.inTenant(tenantId, 'write', async (tenant) => {
    const link = await lockLink(tenant, linkId)
    const taken = await tenant.run(
      'delete from screen_pairing where secret = $1 and link_id = $2 returning 1',
      [secret, linkId],
    )
    if (taken.length === 0) throw notFound()
    const token = newToken()
    await replaceToken(tenant, link, token, tenant.now)
    return token.token
  })

/**
 * The state for the wall; the link's token only once.
 * @param secret held by the browser
 * @param code shown on the wall
 * @throws ServiceError NOT_FOUND for an unknown, expired or used secret: the wall starts again
 */
export const readPairing = async (ctx: PublicContext, secret: string, code: string): Promise<PairingPage> => {
  if (!secretShape.test(secret)) throw notFound()
  const mac = macOf(ctx, 'pairing-secret', secret)
  const row = await ctx.directory
    .selectFrom('screen_pairing')
    .select(['tenant_id', 'link_id', 'expires_at'])
    .where('secret', '=', mac)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { tenant_id: tenantId, link_id: linkId, expires_at: expiresAt } = row
  if (tenantId === null || linkId === null)
    return { state: 'WAITING', code, expiresAt: expiresAt.toISOString() }
  return { state: 'PAIRED', token: await takeLink(ctx, tenantId, linkId, mac) }
}
