/** One-time codes that people type: letters and digits of Crockford base32, stored as HMAC (decision 0083). */
import { randomInt } from 'node:crypto'
import type { PublicContext, TenantContext } from './context.ts'

export type CodeKind = 'scout' | 'kiosk'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** How long the device that took a code may take it again, since the answer may have been lost. */
const againMs = 15 * 60_000

/** As it is compared: without case, blanks and hyphens, and letters that look like digits as those digits. */
export const normalisedCode = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

interface NewCode {
  readonly kind: CodeKind
  readonly subjectId: string
  /** 8: 40 bits, 10: 50 bits */
  readonly length: number
  readonly ttlMs: number
}

/** A new code for a subject; its codes from before open nothing any more. */
export const issueCode = async (
  ctx: TenantContext,
  { kind, subjectId, length, ttlMs }: NewCode,
): Promise<string> => {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  await revokeCodes(ctx, kind, subjectId)
  await ctx.run(
    'insert into one_time_code (kind, hash, tenant_id, subject_id, expires_at) values ($1, $2, $3, $4, $5)',
    [
      kind,
      ctx.platform.keys.mac(`code:${kind}`, text),
      ctx.tenantId,
      subjectId,
      new Date(ctx.now.getTime() + ttlMs),
    ],
  )
  return text
}

export const revokeCodes = async (ctx: TenantContext, kind: CodeKind, subjectId: string): Promise<void> => {
  await ctx.run('delete from one_time_code where tenant_id = $1 and kind = $2 and subject_id = $3', [
    ctx.tenantId,
    kind,
    subjectId,
  ])
}

export interface TakenCode {
  readonly tenantId: string
  readonly subjectId: string
}

/**
 * Takes a code: once, and again within 15 minutes by the same device.
 * @param deviceKey made by the device; left out: the code works exactly once
 * @returns undefined for a code that is wrong, expired, revoked or taken
 */
export const takeCode = async (
  { platform, directory, now }: Pick<PublicContext, 'platform' | 'directory' | 'now'>,
  kind: CodeKind,
  text: string,
  deviceKey?: string,
): Promise<TakenCode | undefined> => {
  const device = deviceKey === undefined ? null : platform.keys.mac(`device:${kind}`, deviceKey)
  const row = await directory
    .updateTable('one_time_code')
    .set((eb) => ({ taken_at: eb.fn.coalesce('taken_at', eb.val(now)), device_hash: device }))
    .where('kind', '=', kind)
    .where('hash', '=', platform.keys.mac(`code:${kind}`, normalisedCode(text)))
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('taken_at', 'is', null),
        eb.and([eb('device_hash', '=', device), eb('taken_at', '>', new Date(now.getTime() - againMs))]),
      ]),
    )
    .returning(['tenant_id', 'subject_id'])
    .executeTakeFirst()
  return row && { tenantId: row.tenant_id, subjectId: row.subject_id }
}
