/** Stores for tests: memory and PostgreSQL always, Redis if REDIS_URL is set. */
import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { type LimitName, limits } from '#contracts/kit/vocabulary.ts'
import type { Clock } from '../../../clock.ts'
import type { LimitSetting } from '../../../config.ts'
import { deriveKeys } from '../../../crypto/keys.ts'
import type { RateLimiter } from '../../rate-limiter.ts'
import { openRateLimiter } from '../open.ts'

/** The Redis for tests, with a database number of their own. */
export const redisUrl = (database: number): string | undefined => {
  // npm test passes REDIS_URL under another name, so that a variable of the shell never reaches the tests by
  // accident.
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

// New for each run, so that runs never share buckets.
export const keys = deriveKeys(randomBytes(32).toString('hex'))
export const silent = pino({ level: 'silent' })
/** For tests that check counts, not speed, on a busy machine. */
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
