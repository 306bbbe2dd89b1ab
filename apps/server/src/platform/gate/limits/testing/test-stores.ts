/** The stores that are at hand for tests: memory and PostgreSQL always, Redis where REDIS_URL names one. */
import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { type LimitName, limits } from '#contracts/kit/vocabulary.ts'
import type { Clock } from '../../../clock.ts'
import type { LimitSetting } from '../../../config.ts'
import { deriveKeys } from '../../../crypto/keys.ts'
import type { RateLimiter } from '../../rate-limiter.ts'
import { openRateLimiter } from '../open.ts'

/** Of the Redis that the tests may use, with a database number of their own. */
export const redisUrl = (database: number): string | undefined => {
  // npm test hands REDIS_URL on under another name, so that no setting of the shell reaches the tests by accident.
  const given = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL
  if (!given) return undefined
  const url = new URL(given)
  url.pathname = `/${database}`
  return url.href
}

export interface OpenOptions {
  readonly settings: Partial<Record<LimitName, LimitSetting>>
  readonly clock: Clock
  readonly databaseUrl?: string
  readonly redisUrl?: string
  readonly log?: Logger
}

// New for each run, so that no run meets the buckets of another.
export const keys = deriveKeys(randomBytes(32).toString('hex'))
export const silent = pino({ level: 'silent' })
/** For tests of what is counted, not of how soon: however busy this machine is. */
export const patientMs = 20_000

export const openLimiter = ({
  settings,
  clock,
  databaseUrl,
  redisUrl,
  log = silent,
}: OpenOptions): Promise<RateLimiter> =>
  openRateLimiter({
    config: { rateLimits: { ...limits, ...settings }, databaseUrl, redisUrl },
    clock,
    keys,
    databaseUrl: databaseUrl ?? '',
    log,
  })
