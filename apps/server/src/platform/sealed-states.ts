/** The `state` of an OAuth flow: sealed, so that no GET writes to give one out, and spent once when it comes back. */
import { hash, randomUUID } from 'node:crypto'
import type { PublicContext } from './context.ts'
import type { Keys } from './crypto/keys.ts'

export type StateKind = 'slack-install' | 'slack-link'

export interface StateClaims {
  readonly tenantId: string
  readonly userId: string
  readonly sessionId: string
}

interface Sealed extends StateClaims {
  readonly nonce: string
  /** Unix milliseconds */
  readonly expires: number
}

export const sealState = (
  keys: Keys,
  kind: StateKind,
  { tenantId, userId, sessionId }: StateClaims,
  now: Date,
  ttlMs = 10 * 60_000,
): string =>
  keys.encrypt(
    `state:${kind}`,
    JSON.stringify({
      tenantId,
      userId,
      sessionId,
      nonce: randomUUID(),
      expires: now.getTime() + ttlMs,
    } satisfies Sealed),
  )

/** Undefined for a text that was not sealed here for that kind, or has expired. */
export const openState = (keys: Keys, kind: StateKind, text: string, now: Date): StateClaims | undefined => {
  const opened = keys.decrypt(`state:${kind}`, text)
  if (opened === undefined) return undefined
  const { expires, tenantId, userId, sessionId } = JSON.parse(opened) as Sealed
  return expires > now.getTime() ? { tenantId, userId, sessionId } : undefined
}

/** The same, and it counts only once. */
export const spendState = async (
  { platform, directory, now }: Pick<PublicContext, 'platform' | 'directory' | 'now'>,
  kind: StateKind,
  text: string,
): Promise<StateClaims | undefined> => {
  const claims = openState(platform.keys, kind, text, now)
  if (!claims) return undefined
  const fresh = await directory
    .insertInto('spent_state')
    .values({ hash: hash('sha256', text, 'base64url'), expires_at: new Date(now.getTime() + 3600_000) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return fresh && claims
}
