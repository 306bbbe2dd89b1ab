import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '#client/client.ts'
import { addTaskAttachment } from '#contracts/tasks.ts'
import { sendable } from '#offline/send-order.ts'
import { memoryStorage } from '#offline/storage.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { createTransport } from '../src/outbox/transport.ts'
import {
  ana,
  done,
  failure,
  lamp,
  note,
  offline,
  photo,
  refused,
  start,
  states,
  tap,
  world,
} from './outbox-world.ts'

describe('The outbox', () => {
  it('sends everything that waited as one request, in the order of doing', async () => {
    const it = world()
    it.answer = offline
    await it.outbox.add(tap, start)
    await it.outbox.add(tap, note('Seal is worn'))
    await it.outbox.add(lamp, start)
    await it.outbox.add(tap, done)
    await it.idle()
    it.batches.length = 0
    it.answer = world().answer
    await it.outbox.flush()
    assert.equal(it.batches.length, 1)
    assert.deepEqual(
      it.batches[0]?.map(({ clientId, kind }) => `${clientId} ${kind}`),
      ['op-1 status', 'op-2 note', 'op-3 status', 'op-4 status'],
    )
    assert.equal(it.outbox.trouble.get(), undefined)
    assert.ok(Object.values(states(it)).every((state) => state === 'SENT'))
  })

  it('keeps 100 actions over a restart without a connection: none lost, none doubled, in order', async () => {
    const storage = memoryStorage<Operation>()
    const before = world(storage)
    before.answer = offline
    for (let index = 0; index < 100; index++) await before.outbox.add(tap, note(`Note ${index}`))
    await before.idle()
    const after = world(storage)
    await after.outbox.flush()
    assert.deepEqual(
      after.batches.flat().map(({ text }) => text),
      Array.from({ length: 100 }, (_, index) => `Note ${index}`),
    )
    assert.equal(after.batches.length, 1)
  })

  it('sends at most 200 actions in one request', async () => {
    const it = world()
    it.owner = ana
    it.answer = offline
    for (let index = 0; index < 250; index++) await it.outbox.add(tap, note(String(index)))
    await it.idle()
    it.batches.length = 0
    it.answer = world().answer
    await it.outbox.flush()
    assert.deepEqual(
      it.batches.map(({ length }) => length),
      [200, 50],
    )
  })

  it('repeats an unanswered request under the same key, and an answered one under a new key', async () => {
    const it = world()
    it.answer = offline
    await it.outbox.add(tap, done)
    await it.idle()
    it.answer = (operations) => operations.map((one) => refused(one, 'INTERNAL_ERROR'))
    await it.outbox.flush()
    it.answer = world().answer
    await it.outbox.flush()
    const [first, second, third] = it.keys
    assert.equal(first, second)
    assert.notEqual(second, third)
  })

  it('asks anew what a plan or a right refused, and not for the refusal that was given', async () => {
    for (const code of ['PLAN_LIMIT_REACHED', 'FORBIDDEN'] as const) {
      const it = world()
      it.answer = () => {
        throw failure(code)
      }
      await it.outbox.add(tap, start)
      await it.idle()
      await it.outbox.flush()
      it.answer = world().answer
      await it.outbox.flush()
      assert.deepEqual(states(it), { 'op-1': 'SENT' })
      assert.equal(new Set(it.keys).size, 3, it.keys.join(' '))
    }
    const it = world()
    for (const answer of [
      () => {
        throw failure('PLAN_LIMIT_REACHED')
      },
      offline,
    ]) {
      it.createAnswer = answer
      if (it.outbox.operations.get().length === 0)
        await it.outbox.add(tap, { kind: 'create', title: 'Loose tile', mine: true })
      await it.outbox.flush(true)
    }
    const { round = 0 } = it.outbox.operations.get()[0] ?? {}
    assert.ok(round > 0, 'a new key')
    it.createAnswer = () => 'task-1'
    await it.outbox.flush(true)
    assert.deepEqual(
      it.created.map(({ key }) => key),
      [`op-1.${round}`],
      'and the same one where no answer came',
    )
  })

  it('tries again by itself, later each time', async () => {
    const it = world()
    it.answer = offline
    await it.outbox.add(tap, start)
    await it.idle()
    const first = it.timers[0]?.milliseconds ?? 0
    await it.outbox.flush()
    const second = it.timers[0]?.milliseconds ?? 0
    assert.ok(first > 0 && second > first, `${first} then ${second}`)
    assert.equal(it.outbox.trouble.get(), 'OFFLINE')
    it.answer = world().answer
    it.timers[0]?.work()
    await it.idle()
    assert.deepEqual(states(it), { 'op-1': 'SENT' })
  })

  it('waits out a limit as long as it is told to', async () => {
    const it = world()
    it.answer = () => {
      throw failure('RATE_LIMITED', { retryAfterSeconds: 90 })
    }
    await it.outbox.add(tap, start)
    await it.idle()
    assert.equal(it.outbox.trouble.get(), 'BUSY')
    assert.equal(it.timers[0]?.milliseconds, 90_000)
    assert.deepEqual(states(it), { 'op-1': 'WAITING' })
  })

  it('keeps everything when the session has ended, and sends it after the next sign-in', async () => {
    const it = world()
    it.answer = () => {
      throw failure('UNAUTHORIZED')
    }
    await it.outbox.add(tap, done)
    await it.idle()
    assert.equal(it.outbox.trouble.get(), 'SIGNED_OUT')
    assert.deepEqual(it.timers, [])
    it.answer = world().answer
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'SENT' })
  })

  it('never sends the work of one person in the session of another', async () => {
    const it = world()
    it.answer = offline
    await it.outbox.add(tap, done)
    await it.idle()
    it.batches.length = 0
    it.answer = world().answer
    it.owner = { id: 'ben', name: 'Ben' }
    await it.outbox.flush(true)
    assert.deepEqual(it.batches, [])
    it.owner = ana
    await it.outbox.flush()
    assert.equal(it.batches.length, 1)
  })

  it('finds the one action that the service refuses, and sends the others', async () => {
    const it = world()
    it.answer = offline
    for (const text of ['a', 'poison', 'b', 'c']) await it.outbox.add(tap, note(text))
    await it.idle()
    const good = world().answer
    it.answer = (operations) => {
      if (operations.some(({ text }) => text === 'poison')) throw failure('VALIDATION_ERROR')
      return good(operations)
    }
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'SENT', 'op-2': 'NEEDS_YOU', 'op-3': 'SENT', 'op-4': 'SENT' })
  })

  it('leaves an action waiting whose result is missing from the answer', async () => {
    const it = world()
    it.answer = () => []
    await it.outbox.add(tap, start)
    await it.idle()
    assert.deepEqual(states(it), { 'op-1': 'WAITING' })
    assert.equal(it.timers.length, 1)
  })

  it('takes back what was held for undoing, and sends it once the time is over', async () => {
    const it = world()
    const first = await it.outbox.add(tap, done, 10_000)
    const second = await it.outbox.add(lamp, done, 10_000)
    await it.idle()
    assert.deepEqual(it.batches, [])
    assert.equal(await it.outbox.undo(first.id), true)
    it.now += 10_100
    it.timers[0]?.work()
    await it.idle()
    assert.deepEqual(
      it.batches.flat().map(({ taskId }) => taskId),
      [lamp.id],
    )
    assert.equal(await it.outbox.undo(second.id), false)
  })

  it('sends what is held at once when the screen is left', async () => {
    const it = world()
    await it.outbox.add(tap, done, 10_000)
    await it.idle()
    await it.outbox.flush(true)
    assert.equal(it.batches.length, 1)
  })

  it('lets nothing of a task overtake what is held, and does not hold up other tasks', async () => {
    const it = world()
    await it.outbox.add(tap, done, 10_000)
    await it.outbox.add(tap, note('Wet floor sign is out'))
    await it.outbox.add(lamp, start)
    await it.idle()
    assert.deepEqual(
      it.batches.flat().map(({ taskId }) => taskId),
      [lamp.id],
    )
    it.now += 10_100
    await it.outbox.flush()
    assert.deepEqual(
      it.batches[1]?.map(({ kind }) => kind),
      ['status', 'note'],
    )
  })

  it('makes ticks that were not sent yet into one', async () => {
    const it = world()
    it.answer = offline
    const item = { id: tap.id, text: 'Close the valve', done: false }
    await it.outbox.add(tap, { kind: 'checklist', checklist: [item] }, 1)
    await it.outbox.add(tap, { kind: 'checklist', checklist: [{ ...item, done: true }] })
    await it.idle()
    const kept = it.outbox.operations.get()
    assert.equal(kept.length, 1)
    assert.deepEqual(await it.storage.all(), kept)
    assert.equal(kept[0]?.work.kind === 'checklist' && kept[0].work.checklist[0]?.done, true)
  })

  it('keeps each step that was pressed when ticks become one, also those of a whole list from an older version', async () => {
    const it = world()
    it.answer = offline
    const item = (id: string, isDone: boolean) => ({ id, text: `Step ${id}`, done: isDone })
    const press = async (...checklist: ReturnType<typeof item>[]) => {
      await it.outbox.add(tap, { kind: 'checklist', checklist }, 60_000)
      await it.idle()
    }
    await press(item('a', false), item('b', true), item('c', false))
    await press(item('a', true))
    await press(item('d', true))
    await press(item('b', false))
    it.answer = world().answer
    await it.outbox.flush(true)
    const [sent] = it.batches.at(-1) ?? []
    assert.equal(it.outbox.operations.get().length, 1)
    assert.deepEqual(sent?.checklist?.map(({ id, done: isDone }) => `${id} ${isDone}`).sort(), [
      'a true',
      'b false',
      'c false',
      'd true',
    ])
  })

  it('keeps the latest twenty of what was sent, and all that a list on its way may not know yet', async () => {
    const it = world()
    it.answer = offline
    for (let index = 0; index < 30; index++) await it.outbox.add(tap, note(String(index)))
    await it.idle()
    it.answer = world().answer
    await it.outbox.flush()
    assert.equal((await it.storage.all()).length, 30)
    it.now += 180_000
    await it.outbox.flush()
    assert.deepEqual(
      (await it.storage.all()).map(({ id }) => id),
      Array.from({ length: 20 }, (_, index) => `op-${index + 11}`),
    )
  })

  it('does not show for hours as done what was sent by a clock that was set back since', async () => {
    const it = world()
    await it.outbox.add(tap, done)
    await it.idle()
    it.now -= 60_000
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'SENT' }, 'a list on its way may not know it yet')
    it.now -= 5 * 3_600_000
    await it.outbox.flush()
    assert.deepEqual(await it.storage.all(), [])
  })

  it('loses nothing but by a discard', async () => {
    const it = world()
    it.answer = offline
    await it.outbox.add(tap, start)
    await it.outbox.add(tap, note('Key is with the guard'))
    await it.idle()
    await it.outbox.discard('op-1')
    assert.deepEqual(
      (await it.storage.all()).map(({ id }) => id),
      ['op-2'],
    )
  })
})

describe('What may be sent', () => {
  it('is nothing while everything was sent, settled or needs a person', () => {
    const base = {
      seq: 1,
      at: '2026-11-20T08:00:00.000Z',
      owner: 'ana',
      ownerName: 'Ana',
      taskId: tap.id,
      taskTitle: tap.title,
      work: start,
      tries: 0,
      round: 0,
    }
    const list = (['SENT', 'SETTLED', 'NEEDS_YOU'] as const).map((state) => ({ ...base, id: state, state }))
    assert.deepEqual(sendable(list, 'ana', 0, true), [])
  })
})

describe('What leaves this phone', () => {
  it('goes with when it was done and with what the clock says now, so that the service puts the times right', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-20T11:00:00.000Z') })
    const inputs: unknown[] = []
    const send = async (_: unknown, input: unknown) => {
      inputs.push(input)
      return { notModified: false, data: [] }
    }
    const call = async (endpoint: object, input: unknown) =>
      endpoint === addTaskAttachment ? { url: 'data:,', key: 'k' } : send(endpoint, input)
    const put = t.mock.method(globalThis, 'fetch', async () => new Response())
    const transport = createTransport({ send, call } as unknown as Client, () => {})
    await transport.sendBatch([], 'key')
    const it = world()
    it.shiftAnswer = offline
    await transport.sendAlone(await it.outbox.add(tap, { kind: 'shift-end', note: 'The tap drips' }), 'key')
    it.photoAnswer = offline
    await assert.rejects(transport.sendPhoto(await it.outbox.add(tap, photo)), { code: 'BAD_ANSWER' })
    assert.equal(put.mock.callCount(), 1)
    const query = { sentAt: '2026-11-20T11:00:00.000Z' }
    const at = '2026-11-20T08:00:00.000Z'
    const end = { state: 'OFF', at, note: 'The tap drips' }
    const taken = { clientId: 'op-2', at, taskId: tap.id, kind: 'attachment', key: 'k' }
    assert.deepEqual(inputs, [
      { query, body: { operations: [] } },
      { query, params: { id: tap.id }, body: end },
      { query, body: { operations: [taken] } },
    ])
  })
})
