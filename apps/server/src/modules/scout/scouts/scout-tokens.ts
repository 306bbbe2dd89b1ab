/** Tokens of a scout's session. */
import type { Platform } from '#server/platform/context.ts'
import { signRealmToken } from '#server/platform/gate/tokens.ts'

interface TokenFacts {
  readonly tenantId: string
  readonly subjectId: string
  readonly sessionId: string
  readonly tokenId: string
}

export const scoutTokens = async (
  { keys }: Pick<Platform, 'keys'>,
  facts: TokenFacts,
  now: Date,
): Promise<{ accessToken: string; refreshToken: string }> => {
  const [accessToken, refreshToken] = await Promise.all([
    signRealmToken(keys, 'scout', facts, now),
    signRealmToken(keys, 'scout_refresh', facts, now),
  ])
  return { accessToken, refreshToken }
}
