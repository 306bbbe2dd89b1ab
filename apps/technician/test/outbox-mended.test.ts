import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { memoryStorage, safeStorage } from '#offline/storage.ts'
import { withPending } from '../src/data/with-pending.ts'
import type { Operation } from '../src/outbox/operation.ts'
import type { OutboxStorage } from '../src/outbox/outbox.ts'
import {
  done,
  lamp,
  note,
  offline,
  photo,
  refused,
  start,
  states,
  tabsOf,
  tap,
  world,
} from './outbox-world.ts'

describe('What is taken back', () => {
  it('does not overtake the end of a task that waits for its photos', async () => {
    const it = world()
    const good = it.answer
    it.photoAnswer = offline
    it.answer = (operations) =>
      operations.map((one) => ({
        ...(one.status === 'DONE' && it.photos.length === 0
          ? refused(one, 'VALIDATION_ERROR')
          : { id: one.taskId, clientId: one.clientId, ok: true }),
      }))
    await it.outbox.add(tap, photo)
    await it.outbox.add(tap, done)
    await it.idle()
    await it.outbox.flush()
    await it.outbox.add(tap, start)
    await it.outbox.add(lamp, start)
    await it.idle()
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'WAITING', 'op-2': 'WAITING', 'op-3': 'WAITING', 'op-4': 'SENT' })
    it.photoAnswer = () => {}
    it.answer = good
    it.batches.length = 0
    await it.outbox.flush(true)
    assert.deepEqual(
      it.batches.flat().map(({ status }) => status),
      ['DONE', 'IN_PROGRESS'],
    )
  })
})

describe('A second tap', () => {
  it('finishes a task once', async () => {
    const it = world()
    const [first, second] = await Promise.all([
      it.outbox.add(tap, done, 10_000),
      it.outbox.add(tap, done, 10_000),
    ])
    assert.equal(first.id, second.id)
    assert.equal((await it.storage.all()).length, 1)
  })

  it('takes and starts a task once', async () => {
    const it = world()
    it.answer = offline
    for (const _ of [1, 2]) {
      await it.outbox.add(tap, { kind: 'claim' })
      await it.outbox.add(tap, start)
    }
    assert.deepEqual(
      (await it.storage.all()).map(({ work }) => work.kind),
      ['claim', 'status'],
    )
  })

  it('is none where the task was opened again meanwhile', async () => {
    const it = world()
    it.answer = offline
    for (const work of [done, start, done]) await it.outbox.add(tap, work)
    assert.equal((await it.storage.all()).length, 3)
  })

  it('with other words says it anew, and what was said before is not sent', async () => {
    const it = world()
    await it.outbox.add(tap, done, 10_000)
    await it.outbox.add(tap, { ...done, resolution: 'Replaced the seal' }, 10_000)
    await it.outbox.flush(true)
    assert.deepEqual(
      it.batches.flat().map(({ resolution }) => resolution),
      ['Replaced the seal'],
    )
  })
})

test('Two ticks in a row are both kept, however slow the phone stores the first', async () => {
  const memory = memoryStorage<Operation>()
  let stored = (): void => {}
  const slow: OutboxStorage = {
    ...memory,
    put: async (operations) => {
      await new Promise<void>((resolve) => {
        stored = resolve
      })
      await memory.put(operations)
    },
  }
  const it = world(slow)
  const items = ['a', 'b'].map((id) => ({ id, text: id, done: false }))
  const task = { ...tap, checklist: items, assignee: null } as unknown as Parameters<typeof withPending>[0]
  const shown = () =>
    withPending(task, it.outbox.operations.get(), 0, { id: 'ana', name: 'Ana' } as Parameters<
      typeof withPending
    >[3]).checklist
  const tick = (id: string) =>
    it.outbox.add(tap, {
      kind: 'checklist',
      checklist: shown().map((item) => (item.id === id ? { ...item, done: true } : item)),
    })
  void tick('a')
  void tick('b')
  assert.deepEqual(
    shown().map((item) => item.done),
    [true, true],
  )
  stored()
})

describe('What belongs together', () => {
  const photos = [photo, photo]

  it('is written in one go: whatever ends the page between, the end of a task has its photos', async () => {
    const memory = memoryStorage<Operation>()
    const writings: string[][] = []
    const it = world({
      ...memory,
      put: async (operations) => {
        writings.push(operations.map(({ work }) => work.kind))
        await memory.put(operations)
      },
    })
    it.answer = offline
    it.photoAnswer = offline
    await it.outbox.add(tap, done, 10_000, photos)
    assert.deepEqual(writings[0], ['status', 'photo', 'photo'])
    const kept = await memory.all()
    assert.deepEqual(
      kept.map(({ work, seq, taskId }) => [work.kind, seq, taskId]),
      [
        ['status', 1, tap.id],
        ['photo', 2, tap.id],
        ['photo', 3, tap.id],
      ],
    )
    assert.deepEqual(
      kept.map(({ holdUntil }) => holdUntil !== undefined),
      [true, false, false],
    )
  })

  it('is sent in its order once the time to think again is over', async () => {
    const it = world()
    await it.outbox.add(tap, done, 10_000, photos)
    await it.idle()
    assert.deepEqual([it.batches.length, it.photos.length], [0, 0])
    it.now += 10_001
    await it.outbox.flush()
    assert.deepEqual([it.batches.flat().map(({ status }) => status), it.photos.length], [['DONE'], 2])
  })

  it('gains photos where the end waits already, and takes the place of one in other words', async () => {
    const it = world()
    it.answer = offline
    it.photoAnswer = offline
    await it.outbox.add(tap, done, 10_000)
    await it.outbox.add(tap, done, 10_000, [photo])
    await it.outbox.add(tap, { ...done, resolution: 'REFILLED' }, 10_000, [photo])
    const kept = (await it.storage.all()).map(({ work }) =>
      work.kind === 'status' ? `${work.status} ${work.resolution}` : work.kind,
    )
    assert.deepEqual(kept.sort(), ['DONE REFILLED', 'photo', 'photo'])
  })

  it('is kept in part where not all of it fits: a photo that is too large does not keep out the end', async () => {
    const memory = memoryStorage<Operation>()
    const storage = safeStorage({
      ...memory,
      put: async (operations) => {
        if (operations.some(({ work }) => work.kind === 'photo'))
          throw new DOMException('full', 'QuotaExceededError')
        await memory.put(operations)
      },
    })
    const it = world(storage)
    await it.outbox.add(tap, done, 10_000, [photo])
    assert.deepEqual(
      (await memory.all()).map(({ work }) => work.kind),
      ['status'],
    )
    assert.equal(storage.unsaved.get(), true)
    assert.deepEqual(Object.keys(states(it)), ['op-1', 'op-2'])
  })
})

describe('Where the phone’s store is full', () => {
  const full = () => {
    const memory = memoryStorage<Operation>()
    const phone = {
      isFull: true,
      isBroken: false,
      storage: safeStorage({
        ...memory,
        all: async () => {
          if (phone.isBroken) throw new DOMException('closed', 'InvalidStateError')
          return memory.all()
        },
        put: async (operations) => {
          if (phone.isFull || operations.some(({ work }) => work.kind === 'photo'))
            throw new DOMException('full', 'QuotaExceededError')
          await memory.put(operations)
        },
      }),
      memory,
    }
    return phone
  }

  it('what was done is told as kept by the page alone, stays, and is sent', async () => {
    const { storage } = full()
    const it = world(storage)
    it.answer = offline
    await it.outbox.add(tap, done)
    await it.idle()
    await it.outbox.load()
    assert.equal(storage.unsaved.get(), true)
    assert.deepEqual(states(it), { 'op-1': 'WAITING' })
    it.answer = world().answer
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'SENT' })
  })

  it('is offered again with the next writing, and a photo that does not fit keeps nothing else out', async () => {
    const { outbox } = world()
    const made = [
      await outbox.add(tap, photo),
      await outbox.add(tap, note('Key is with the guard')),
      await outbox.add(tap, start),
    ]
    const phone = full()
    for (const [index, operation] of made.entries()) {
      phone.isFull = index < 2
      await phone.storage.put([operation])
    }
    assert.deepEqual((await phone.memory.all()).map(({ work }) => work.kind).sort(), ['note', 'status'])
    assert.equal(phone.storage.unsaved.get(), true)
    await phone.storage.remove(['op-1'])
    assert.equal(phone.storage.unsaved.get(), false)
  })

  it('nothing vanishes from the screen when it cannot be read', async () => {
    const phone = full()
    phone.isFull = false
    const it = world(phone.storage)
    it.answer = offline
    await it.outbox.add(tap, start)
    phone.isBroken = true
    await it.outbox.add(tap, note('Wet floor'))
    await it.outbox.load()
    assert.deepEqual(states(it), { 'op-1': 'WAITING', 'op-2': 'WAITING' })
  })
})

test('What waits is the same in all tabs, and so is what was sent or discarded', async () => {
  const [left, right] = tabsOf(2).map((storage) => world(storage))
  assert.ok(left && right)
  left.answer = offline
  await left.outbox.add(tap, start)
  await right.idle()
  assert.deepEqual(states(right), { 'op-1': 'WAITING' })
  left.answer = world().answer
  await left.outbox.flush()
  await right.idle()
  assert.deepEqual(states(right), { 'op-1': 'SENT' })
  await right.outbox.discard('op-1')
  await left.idle()
  assert.deepEqual(states(left), {})
})
