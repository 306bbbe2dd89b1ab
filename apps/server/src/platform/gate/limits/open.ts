/** Selects the store for limits (decision 0019). */
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { memoryRateLimiter } from './memory.ts'
import { postgresStore } from './postgres-store.ts'
import { redisElsePostgres } from './redis-else-postgres.ts'
import { sharedRateLimiter } from './shared.ts'

export interface RateLimiterOptions {
  readonly config: Pick<Config, 'rateLimits' | 'redisUrl' | 'databaseUrl'>
  readonly clock: Clock
  readonly keys: Keys
  /** also set for the embedded database */
  readonly databaseUrl: string
  readonly log: Logger
}

/** Redis with PostgreSQL as fallback, PostgreSQL, or memory. */
export const openRateLimiter = async ({
  config: { rateLimits: settings, redisUrl, databaseUrl: given },
  clock,
  keys,
  databaseUrl,
  log,
}: RateLimiterOptions): Promise<RateLimiter> => {
  if (settings === 'off' || !(redisUrl || given)) return memoryRateLimiter(settings, clock)
  const postgres = postgresStore(databaseUrl, clock, log)
  if (!redisUrl) return sharedRateLimiter(postgres, settings, keys)
  // Loaded on demand: most services have no Redis.
  const { redisStore } = await import('./redis-store.ts')
  const store = redisElsePostgres(await redisStore(redisUrl, clock), postgres, clock, log)
  return sharedRateLimiter(store, settings, keys)
}
