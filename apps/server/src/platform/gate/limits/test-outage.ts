/** Limiters behind proxies, for tests of what happens when a store is gone. */
import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createTestDatabase } from '#test/database.ts'
import { systemClock } from '../../clock.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { startProxyBefore, type TestProxy } from './test-proxy.ts'
import { openLimiter, openTestLog } from './test-stores.ts'

export const database = await createTestDatabase()
const ends: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ends.reverse()) await end()
  await database.drop()
})

export const settings = { login: { limit: 10, windowSeconds: 900 } }

/** An address behind which a proxy stands. */
export const behind = async (address: string): Promise<{ url: string; proxy: TestProxy }> => {
  const found = await startProxyBefore(address)
  ends.push(() => found.proxy.close())
  return found
}

/** Spends and tells how many were let through. */
export const spend = async (limiter: RateLimiter, key: string, times: number): Promise<number> => {
  let passed = 0
  for (let index = 0; index < times; index++) if ((await limiter.take('login', key)).allowed) passed++
  return passed
}

export const until = async (holds: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  for (let look = 0; look < 500; look++) {
    if (await holds()) return
    await delay(10)
  }
  assert.fail(`Still not after 5 s: ${what}`)
}

/** A client of the tests' Redis itself; what it holds is removed at the end. */
export const openDirect = (redis: string): Redis => {
  const direct = new Redis(redis)
  ends.push(async () => {
    await direct.flushdb()
    direct.disconnect()
  })
  return direct
}

/**
 * An instance that counts in Redis, and reaches each store through a proxy of its own; closed with its test, for a live
 * one is waited for. `straight` goes to Redis without the proxy, which is as busy as this process.
 */
export const start = async (context: TestContext, redis: string, { straight = false } = {}) => {
  const { url, proxy } = await behind(redis)
  const postgres = await behind(database.url)
  const { log, lines } = openTestLog()
  const limiter = await openLimiter({
    settings,
    clock: systemClock,
    databaseUrl: postgres.url,
    redisUrl: straight ? redis : url,
    log,
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    postgres.proxy.set('open')
    closing ??= limiter.close()
    return closing
  }
  context.after(close)
  const count = (text: string): number => lines.filter((line) => line.includes(text)).length
  const inRedis = () => count('Redis counts the limits')
  const inPostgres = () => count('PostgreSQL counts the limits')
  await limiter.peek('login', 'start')
  await until(() => inRedis() > inPostgres(), 'Redis counts')
  return { url, proxy, postgres: postgres.proxy, limiter, close, lines, inRedis, inPostgres }
}
