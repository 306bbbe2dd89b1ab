/** Chooses where requests are counted (decision 0018). */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { memoryRateLimiter } from './memory.ts'
import { postgresStore } from './postgres-store.ts'
import { batchesAtOnce, sharedRateLimiter } from './shared.ts'
import type { Store } from './store.ts'

const idleMs = 10_000

export interface RateLimiterOptions {
  readonly config: Pick<Config, 'rateLimits' | 'redisUrl' | 'databaseUrl'>
  readonly clock: Clock
  readonly keys: Keys
  /** also where it is the embedded one */
  readonly databaseUrl: string
  readonly log: Logger
}

/** In Redis with PostgreSQL behind it, in PostgreSQL, or in memory. */
export const openRateLimiter = async ({
  config: { rateLimits: settings, redisUrl, databaseUrl: given },
  clock,
  keys,
  databaseUrl,
  log,
}: RateLimiterOptions): Promise<RateLimiter> => {
  if (settings === 'off' || !(redisUrl || given)) return memoryRateLimiter(settings, clock)
  const postgres = postgresStore(databaseUrl, batchesAtOnce, log)
  const longestWindow = Math.max(...Object.values(settings).map(({ windowSeconds }) => windowSeconds)) * 1e6
  // Its client is loaded where it is wanted: most services have no Redis.
  const openChanging = async (url: string): Promise<Store> => {
    const [{ redisStore }, { changingStore }, { openEpochs }] = await Promise.all([
      import('./redis-store.ts'),
      import('./changing-store.ts'),
      import('./epochs.ts'),
    ])
    const epochs = openEpochs(databaseUrl, randomUUID())
    return changingStore({ redis: await redisStore(url, log), postgres, epochs, longestWindow, idleMs, log })
  }
  return sharedRateLimiter({
    settings,
    clock,
    nameBucket: (name, key) => keys.mac('limit', `${name}\0${key}`).slice(0, 22),
    asksWhenIdle: !redisUrl,
    store: redisUrl ? await openChanging(redisUrl) : postgres,
  })
}
