import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { limits } from '#contracts/kit/vocabulary.ts'
import { memoryRateLimiter } from './memory.ts'

const settings = (limit: number, windowSeconds: number) => ({ ...limits, read: { limit, windowSeconds } })

test('Never N + 1 in any rolling window, and never a refusal below N, for any schedule', () => {
  let requests = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 120, size: 'max' }),
      (limit, windowSeconds, gaps) => {
        let now = 1_700_000_000_000
        const limiter = memoryRateLimiter(settings(limit, windowSeconds), { now: () => new Date(now) })
        const passed: number[] = []
        for (const gap of gaps) {
          now += gap
          requests++
          const recent = passed.filter((at) => at > now - windowSeconds * 1000).length
          const { allowed } = limiter.take('read', 'tenant')
          assert.equal(allowed, recent < limit)
          if (allowed) passed.push(now)
        }
      },
    ),
    { numRuns: 10_000 },
  )
  assert.ok(requests > 400_000, `${requests} requests`)
})

test('A bucket is its own: another key and another name are not touched', () => {
  const limiter = memoryRateLimiter(settings(1, 60), { now: () => new Date(0) })
  assert.equal(limiter.take('read', 'a').allowed, true)
  assert.equal(limiter.take('read', 'a').allowed, false)
  assert.equal(limiter.take('read', 'b').allowed, true)
  assert.equal(limiter.take('write', 'a').allowed, true)
})

test('A refusal tells when the next place is free, to the second', () => {
  let now = 0
  const limiter = memoryRateLimiter(settings(2, 10), { now: () => new Date(now) })
  limiter.take('read', 'a')
  now = 4000
  limiter.take('read', 'a')
  now = 5000
  assert.equal(limiter.take('read', 'a').resetSeconds, 5)
  now = 10_000
  assert.equal(limiter.take('read', 'a').allowed, true)
})

test('A look tells what is left and when the window is empty, and spends nothing', () => {
  let now = 0
  const limiter = memoryRateLimiter(settings(2, 10), { now: () => new Date(now) })
  limiter.take('read', 'a')
  now = 4000
  assert.deepEqual(limiter.peek('read', 'a'), limiter.peek('read', 'a'))
  assert.equal(limiter.peek('read', 'a').remaining, 1)
  assert.equal(limiter.peek('read', 'a').resetSeconds, 6)
  now = 11_000
  assert.equal(limiter.peek('read', 'a').remaining, 2)
  assert.equal(limiter.peek('read', 'a').resetSeconds, 0)
})
