import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contracts/kit/vocabulary.ts'
import { notFound, ServiceError } from '../errors.ts'
import { openFailedAttemptThrottle } from './failed-attempt-throttle.ts'
import { memoryRateLimiter } from './limits/memory.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** A limiter whose answers are delayed and out of order, like those of a store. */
const slowLimiter = (): Pick<RateLimiter, 'consume' | 'peek'> => {
  const memory = memoryRateLimiter(limits, { now: () => new Date(0) })
  const later = async <T>(verdict: () => T): Promise<T> => {
    if (Math.random() < 0.5) await delay(Math.random() * 3)
    const result = verdict()
    await delay(Math.random() * 3)
    return result
  }
  return {
    consume: (name, key) => later(() => memory.consume(name, key)),
    peek: (name, key) => later(() => memory.peek(name, key)),
  }
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'right'
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error)
  }
}

const countOf = (codes: readonly string[], code: string): number => codes.filter((one) => one === code).length

test('Of 300 simultaneous guesses exactly ten are checked, however slow the store is; correct ones all succeed', async () => {
  const failedAttempts = openFailedAttemptThrottle(slowLimiter())
  let tried = 0
  const guess = (address: string, right: boolean) =>
    codeOf(
      failedAttempts.run(address, async () => {
        tried++
        await delay(Math.random() * 3)
        if (!right) throw notFound()
      }),
    )
  const codes = await Promise.all(Array.from({ length: 300 }, () => guess('one', false)))
  assert.equal(tried, 10)
  assert.equal(countOf(codes, 'NOT_FOUND'), 10)
  assert.equal(countOf(codes, 'RATE_LIMITED'), 290)
  const right = await Promise.all(Array.from({ length: 300 }, () => guess('two', true)))
  assert.equal(countOf(right, 'right'), 300)
  const mixed = await Promise.all(Array.from({ length: 300 }, (_, index) => guess('three', index % 40 !== 0)))
  assert.equal(countOf(mixed, 'NOT_FOUND'), 8)
  assert.equal(countOf(mixed, 'right'), 292)
})

test('An error of the check or of the store lets later attempts through, and the last failure on another instance is not reported', async () => {
  const memory = memoryRateLimiter(limits, { now: () => new Date(0) })
  let broken = false
  const failedAttempts = openFailedAttemptThrottle({
    ...memory,
    peek: (name, key) => {
      if (broken) throw new Error('no store')
      return memory.peek(name, key)
    },
  })
  const fail = () =>
    failedAttempts.run('one', async () => {
      await delay(1)
      throw new Error('broken')
    })
  const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(fail())))
  assert.equal(countOf(codes, 'Error: broken'), 50)
  broken = true
  assert.equal(await codeOf(failedAttempts.run('one', async () => {})), 'Error: no store')
  broken = false
  assert.equal(await codeOf(failedAttempts.run('one', async () => {})), 'right')
  const late = failedAttempts.run('one', async () => {
    for (let index = 0; index < 10; index++) memory.consume('miss', 'one')
    throw notFound()
  })
  assert.equal(await codeOf(late), 'RATE_LIMITED')
})

test('A state that was read before the last failure and arrives after it lets nothing through', async () => {
  const memory = memoryRateLimiter(limits, { now: () => new Date(0) })
  for (let index = 0; index < limits.miss.limit - 1; index++) memory.consume('miss', 'one')
  const held = Promise.withResolvers<void>()
  let looks = 0
  const failedAttempts = openFailedAttemptThrottle({
    ...memory,
    peek: async (name, key) => {
      const verdict = memory.peek(name, key)
      if (++looks === 2) await held.promise
      return verdict
    },
  })
  const wrong = Promise.withResolvers<never>()
  const last = codeOf(failedAttempts.run('one', () => wrong.promise))
  let tried = false
  const late = codeOf(
    failedAttempts.run('one', async () => {
      tried = true
    }),
  )
  wrong.reject(notFound())
  assert.equal(await last, 'NOT_FOUND')
  held.resolve()
  assert.equal(await late, 'RATE_LIMITED')
  assert.equal(tried, false)
})
