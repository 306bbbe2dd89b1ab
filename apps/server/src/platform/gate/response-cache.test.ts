import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMetrics } from '../metrics/counters.ts'
import { jsonType } from './answer.ts'
import type { Principal } from './principal.ts'
import { type CacheableAnswer, openResponseCache } from './response-cache.ts'

const caller: Principal = {
  actor: { kind: 'KEY', id: 'key', name: 'Key', scopes: ['read'] },
  tenant: { id: 'tenant', name: 'Tenant', plan: 'ENTERPRISE', timeZone: 'UTC' },
  readOnly: undefined,
}
const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T13:00:00Z')

const perishable = (body: string): CacheableAnswer => ({
  answer: { status: 200, body, contentType: jsonType, headers: {} },
  until: later,
})

/** Counts how often each answer is computed. */
const open = () => {
  const state = { changeCount: 1 }
  const cache = openResponseCache({ of: async () => state.changeCount }, openMetrics())
  const made: string[] = []
  const ask = async (question: string, make = async () => perishable(question)): Promise<unknown> => {
    const { body } = await cache.answer(caller, 'tasks', question, now, () => {
      made.push(question)
      return make()
    })
    return body
  }
  return { state, ask, made }
}

test('Equal simultaneous requests share one handler call, and requests after a change get another', async () => {
  const { state, ask, made } = open()
  const first = Promise.withResolvers<CacheableAnswer>()
  const early = [ask('list', () => first.promise), ask('list')]
  await new Promise((resolve) => setImmediate(resolve))
  state.changeCount++
  const late = ask('list', async () => perishable('after'))
  first.resolve(perishable('before'))
  assert.deepEqual(await Promise.all([...early, late]), ['before', 'before', 'after'])
  assert.equal(await ask('list'), 'after', 'what ends late does not take the place of what is newer')
  assert.equal(made.length, 2)
})

test('A failure is returned to the waiting requests and not cached', async () => {
  const { ask } = open()
  const failing = async (): Promise<CacheableAnswer> => {
    throw new Error('gone')
  }
  const results = await Promise.allSettled([ask('list', failing), ask('list', failing)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await ask('list'), 'list')
})

test('At most 16 MB are cached, and the oldest entries are evicted first', async () => {
  const { ask, made } = open()
  const megabyte = 'x'.repeat(1024 * 1024)
  const questions = Array.from({ length: 20 }, (_, index) => `${index}`)
  for (const question of questions) await ask(question, async () => perishable(megabyte))
  made.length = 0
  for (const question of questions.toReversed()) await ask(question, async () => perishable(megabyte))
  assert.deepEqual(made, ['4', '3', '2', '1', '0'])
})

test('A response that became stale while it was produced is not cached', async () => {
  const { state, ask, made } = open()
  const megabyte = 'x'.repeat(1024 * 1024)
  for (let round = 0; round < 20; round++) {
    const first = Promise.withResolvers<CacheableAnswer>()
    const early = ask('list', () => first.promise)
    await new Promise((resolve) => setImmediate(resolve))
    state.changeCount++
    await ask('list')
    first.resolve(perishable(megabyte))
    await early
  }
  made.length = 0
  await ask('another', async () => perishable(megabyte))
  await ask('another')
  assert.deepEqual(made, ['another'])
})
