import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheBounded } from './bounded-cache.ts'

test('A new entry of a full cache replaces only the oldest', () => {
  const cache = new Map<string, number>()
  for (const key of ['a', 'b', 'c']) cacheBounded(cache, key, 1, 3)
  cacheBounded(cache, 'a', 2, 3)
  assert.deepEqual([...cache.keys()], ['b', 'c', 'a'], 'kept anew it is the newest, and nothing has gone')
  cacheBounded(cache, 'd', 1, 3)
  assert.deepEqual(
    [...cache],
    [
      ['c', 1],
      ['a', 2],
      ['d', 1],
    ],
  )
})
