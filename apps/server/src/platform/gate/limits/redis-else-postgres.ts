/**
 * Counts in Redis and, if it fails, in PostgreSQL for 15 minutes. Each switch starts with empty buckets (decision
 * 0019).
 */
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { StoreName } from '../rate-limiter.ts'
import { reasonOf, type Store } from './store.ts'

/** Limits how often an unstable Redis resets the buckets. */
const awayMs = 15 * 60_000

export const redisElsePostgres = (redis: Store, postgres: Store, clock: Clock, log: Logger): Store => {
  let store: StoreName = 'redis'
  let awayUntil = -Infinity
  let fallbacks = 0

  const isAway = (): boolean => clock.now().getTime() < awayUntil

  const leave = (error: unknown): void => {
    // Only the first of many failed requests switches.
    if (isAway()) return
    awayUntil = clock.now().getTime() + awayMs
    if (store === 'redis') fallbacks++
    store = 'postgresql'
    log.warn({ reason: reasonOf(error) }, 'Redis fails: PostgreSQL counts the limits for 15 minutes')
  }

  const stay = (): void => {
    if (store === 'redis' || isAway()) return
    store = 'redis'
    log.info('Redis counts the limits again')
  }

  return {
    get state() {
      return { store, first: 'redis' as const, fallbacks }
    },
    count: async (bucket, consumes) => {
      if (!isAway()) {
        try {
          const counted = await redis.count(bucket, consumes)
          stay()
          return counted
        } catch (error) {
          leave(error)
        }
      }
      return postgres.count(bucket, consumes)
    },
    close: async () => {
      await Promise.all([redis.close(), postgres.close()])
    },
  }
}
