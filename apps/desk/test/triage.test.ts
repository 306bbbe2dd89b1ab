/** Actions on submissions are batched, can be undone, and are rolled back when refused. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '#client/errors.ts'
import type { BulkFeedback } from '#contracts/dashboard.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { createTriage, gatherMs, type TriageItem } from '../src/feedback/triage.ts'

const item = (id: string, more: Partial<TriageItem> = {}): TriageItem => ({
  id,
  name: id,
  labels: [],
  done: false,
  ...more,
})

/** A clock under test control, and a service with scripted answers. */
const stage = () => {
  let now = 1000
  let timers: { readonly at: number; readonly run: () => void }[] = []
  const sent: {
    readonly body: BulkFeedback
    readonly leaving: boolean
    readonly key: string
    readonly at: number
  }[] = []
  let answer: (body: BulkFeedback) => Promise<BulkResult[]> = async ({ ids }) =>
    ids.map((id) => ({ id, ok: true }))
  const triage = createTriage({
    send: (body, { leaving, key }) => {
      sent.push({ body, leaving, key, at: now })
      return answer(body)
    },
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  })
  return {
    triage,
    sent,
    answers: (next: typeof answer): void => {
      answer = next
    },
    pass: async (milliseconds: number): Promise<void> => {
      const until = now + milliseconds
      for (let next = timers.toSorted((a, b) => a.at - b.at)[0]; next && next.at <= until; ) {
        timers = timers.filter((one) => one !== next)
        now = Math.max(now, next.at)
        next.run()
        await new Promise(setImmediate)
        next = timers.toSorted((a, b) => a.at - b.at)[0]
      }
      now = until
    },
    shown: (id: string) => triage.shown(id, { labels: [], done: false }, 0),
  }
}

describe('Actions on submissions', () => {
  test('are shown at once and sent together, equal ones in one request', async () => {
    const { triage, sent, pass, shown } = stage()
    for (const id of ['a', 'b', 'c']) triage.apply([item(id)], { done: true })
    assert.deepEqual([shown('b').done, sent.length], [true, 0])
    await pass(gatherMs)
    assert.deepEqual(
      sent.map(({ body }) => body),
      [{ ids: ['a', 'b', 'c'], done: true }],
    )
    assert.deepEqual([shown('b').done, triage.pending()], [true, 0])
  })

  test('that differ are sent one after another, at most 20 a minute', async () => {
    const { triage, sent, pass } = stage()
    for (let at = 0; at < 40; at++) triage.apply([item(`${at}`)], { labels: [`label ${at}`] })
    await pass(60_000)
    assert.equal(sent.length, 20)
    await pass(60_000)
    assert.equal(sent.length, 40)
    assert.ok(sent.every((one, at) => at === 0 || one.at - (sent[at - 1]?.at ?? 0) >= gatherMs))
  })

  test('undone before sending are never sent; undone later, the opposite is sent', async () => {
    const { triage, sent, pass, shown } = stage()
    triage.apply([item('a')], { done: true })
    assert.deepEqual(triage.undo(), { ids: ['a'], kept: false })
    await pass(10 * gatherMs)
    assert.deepEqual([sent.length, shown('a').done], [0, false])
    triage.apply([item('a')], { done: true })
    await pass(gatherMs)
    triage.undo()
    assert.equal(shown('a').done, false)
    await pass(2 * gatherMs)
    assert.deepEqual(
      sent.map(({ body }) => body.done),
      [true, false],
    )
    assert.equal(triage.undo(), undefined)
  })

  test('undone while being sent are reverted after the answer', async () => {
    const { triage, sent, pass, shown, answers } = stage()
    let arrive: (results: BulkResult[]) => void = () => undefined
    answers(() => new Promise((resolve) => (arrive = resolve)))
    triage.apply([item('a')], { done: true })
    await pass(gatherMs)
    triage.undo()
    assert.equal(shown('a').done, false)
    answers(async ({ ids }) => ids.map((id) => ({ id, ok: true })))
    arrive([{ id: 'a', ok: true }])
    await pass(3 * gatherMs)
    assert.deepEqual(
      sent.map(({ body }) => body.done),
      [true, false],
    )
    assert.equal(shown('a').done, false)
  })

  test('on labels restore the labels of each submission', async () => {
    const { triage, sent, pass } = stage()
    triage.label([
      { item: item('a', { labels: ['x'] }), labels: ['x', 'new'] },
      { item: item('b'), labels: ['new'] },
    ])
    await pass(2 * gatherMs)
    triage.undo()
    await pass(3 * gatherMs)
    assert.deepEqual(
      sent.map(({ body: { ids, labels } }) => [ids, labels]),
      [
        [['a'], ['x', 'new']],
        [['b'], ['new']],
        [['a'], ['x']],
        [['b'], []],
      ],
    )
  })

  test('with a reply can be undone until they are sent, and undo reports what was kept', async () => {
    const { triage, sent, pass, shown } = stage()
    triage.apply([item('a')], { reply: 'Thanks', done: true })
    assert.deepEqual(triage.undo(), { ids: ['a'], kept: false })
    await pass(5 * gatherMs)
    assert.equal(sent.length, 0)
    triage.apply([item('a')], { reply: 'Thanks', done: true })
    await pass(gatherMs)
    assert.deepEqual(triage.undo(), { ids: ['a'], kept: true })
    await pass(2 * gatherMs)
    assert.deepEqual(sent.at(-1)?.body, { ids: ['a'], done: false })
    assert.equal(shown('a').done, false)
  })

  test('that were refused are rolled back with the reason and can be retried', async () => {
    const { triage, sent, pass, shown, answers } = stage()
    answers(async ({ ids }) =>
      ids.map((id) => (id === 'b' ? { id, ok: false, code: 'NOT_FOUND', error: 'Gone' } : { id, ok: true })),
    )
    triage.apply([item('a'), item('b')], { done: true })
    await pass(gatherMs)
    assert.deepEqual([shown('a').done, shown('b').done], [true, false])
    assert.deepEqual(
      triage.refused().map(({ id, error }) => [id, error.code]),
      [['b', 'NOT_FOUND']],
    )
    answers(async () => {
      throw new ApiError({ code: 'NETWORK', status: 0, message: 'No network' })
    })
    triage.retry()
    assert.equal(shown('b').done, true)
    await pass(gatherMs)
    assert.deepEqual([shown('b').done, triage.refused().map(({ error }) => error.code)], [false, ['NETWORK']])
    answers(async ({ ids }) => ids.map((id) => ({ id, ok: true })))
    triage.retry()
    await pass(2 * gatherMs)
    assert.deepEqual([shown('b').done, triage.refused().length, sent.length], [true, 0, 3])
  })

  test('without an answer are retried with the same key and body', async () => {
    const { triage, sent, pass, shown, answers } = stage()
    const fails = (code: 'NETWORK' | 'CONFLICT', status: number): void =>
      answers(async () => {
        throw new ApiError({ code, status, message: code })
      })
    fails('NETWORK', 0)
    triage.apply([item('a'), item('b')], { reply: 'Thanks', done: true })
    await pass(gatherMs)
    assert.deepEqual([shown('a').done, triage.pending()], [false, 0])
    // The first request may still be running on the server.
    fails('CONFLICT', 409)
    triage.retry()
    assert.deepEqual([shown('a').done, triage.refused().length], [true, 0])
    triage.apply([item('a', { done: true })], { labels: ['x'] })
    await pass(gatherMs)
    assert.deepEqual(
      triage.refused().map(({ id, error }) => [id, error.code]),
      [
        ['a', 'CONFLICT'],
        ['b', 'CONFLICT'],
      ],
    )
    answers(async ({ ids }) => ids.map((id) => ({ id, ok: true })))
    triage.retry()
    await pass(3 * gatherMs)
    const reply = { ids: ['a', 'b'], reply: 'Thanks', done: true }
    assert.deepEqual(
      sent.map(({ body }) => body),
      [reply, reply, reply, { ids: ['a'], labels: ['x'] }],
    )
    const [first, second, third, other] = sent.map(({ key }) => key)
    assert.ok(first && first === second && first === third && first !== other)
    assert.deepEqual([shown('a'), triage.pending()], [{ labels: ['x'], done: true }, 0])
  })

  test('retried and undone before sending are reverted after the answer', async () => {
    const { triage, sent, pass, shown, answers } = stage()
    answers(async () => {
      throw new ApiError({ code: 'NETWORK', status: 0, message: 'No network' })
    })
    triage.apply([item('a')], { reply: 'Thanks', done: true })
    await pass(gatherMs)
    answers(async ({ ids }) => ids.map((id) => ({ id, ok: true })))
    triage.retry()
    assert.deepEqual(triage.undo(), { ids: ['a'], kept: true })
    assert.equal(shown('a').done, false)
    await pass(3 * gatherMs)
    assert.deepEqual(
      sent.map(({ body }) => body.done),
      [true, true, false],
    )
    assert.equal(shown('a').done, false)
  })

  test('that were rejected are retried as a new request, which may succeed', async () => {
    const { triage, sent, pass, answers } = stage()
    answers(async () => {
      throw new ApiError({ code: 'VALIDATION_ERROR', status: 400, message: 'The task is done' })
    })
    triage.apply([item('a')], { taskId: 'task' })
    await pass(gatherMs)
    triage.retry()
    await pass(gatherMs)
    const [first, second] = sent
    assert.ok(first && second)
    assert.deepEqual(first.body, second.body)
    assert.notEqual(first.key, second.key)
  })

  test('that are pending are sent at once when the page may be closed, and outlive it', async () => {
    const { triage, sent } = stage()
    triage.apply([item('a')], { done: true })
    triage.apply([item('b')], { labels: ['x'] })
    await triage.flush(true)
    assert.deepEqual(
      sent.map(({ body, leaving }) => [body.ids, leaving]),
      [
        [['a'], true],
        [['b'], true],
      ],
    )
  })

  test('give way to later states from the service', async () => {
    const { triage, pass } = stage()
    triage.apply([item('a')], { done: true })
    await pass(gatherMs)
    const open = { labels: [], done: false }
    assert.equal(triage.shown('a', open, 1000).done, true)
    assert.equal(triage.shown('a', open, 1_000_000).done, false, 'a colleague took it back')
  })
})
