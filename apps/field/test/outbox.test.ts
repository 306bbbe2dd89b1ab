import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError, type ApiErrorFields } from '#client/errors.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import type { Operation } from '../src/work/outbox/operation.ts'
import { createOutbox, type Outbox, type Owner, sendable } from '../src/work/outbox/outbox.ts'
import { memoryStorage, type OutboxStorage } from '../src/work/outbox/storage.ts'

const tap = { id: '01930000-0000-7000-8000-000000000001', title: 'Tap drips' }
const lamp = { id: '01930000-0000-7000-8000-000000000002', title: 'Lamp is out' }
const ana: Owner = { id: 'ana', name: 'Ana' }
const start = { kind: 'status', status: 'IN_PROGRESS' } as const
const done = { kind: 'status', status: 'DONE' } as const
const note = (text: string) => ({ kind: 'note', text, public: false }) as const
const photo = { kind: 'photo', photo: new Blob(['jpeg']), attachmentKind: 'AFTER' } as const

const failure = (code: ApiErrorFields['code'], more: Partial<ApiErrorFields> = {}): ApiError =>
  new ApiError({ code, status: code === 'NETWORK' ? 0 : 400, message: code, ...more })

const refused = ({ taskId, clientId }: BulkOperation, code: string): BulkResult => ({
  id: taskId,
  clientId,
  ok: false,
  code,
  error: code,
})

interface World {
  readonly outbox: Outbox
  readonly storage: OutboxStorage
  readonly batches: BulkOperation[][]
  readonly keys: string[]
  readonly photos: string[]
  readonly timers: { milliseconds: number; work: () => void }[]
  now: number
  owner: Owner | undefined
  answer: (operations: readonly BulkOperation[]) => readonly BulkResult[]
  photoAnswer: () => void
  idle(): Promise<void>
}

const world = (storage = memoryStorage()): World => {
  let count = 0
  const made: World = {
    storage,
    batches: [],
    keys: [],
    photos: [],
    timers: [],
    now: Date.parse('2026-11-20T08:00:00.000Z'),
    owner: ana,
    answer: (operations) => operations.map(({ taskId, clientId }) => ({ id: taskId, clientId, ok: true })),
    photoAnswer: () => {},
    outbox: createOutbox({
      storage,
      transport: {
        sendBatch: async (operations, key) => {
          made.batches.push([...operations])
          made.keys.push(key)
          return made.answer(operations)
        },
        sendPhoto: async ({ id }) => {
          made.photoAnswer()
          made.photos.push(id)
        },
      },
      owner: () => made.owner,
      newId: () => `op-${++count}`,
      now: () => made.now,
      random: () => 0,
      later: (milliseconds, work) => {
        const timer = { milliseconds, work }
        made.timers.push(timer)
        return () => made.timers.splice(made.timers.indexOf(timer), 1)
      },
    }),
    idle: async () => {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
  }
  return made
}

const states = ({ outbox }: World): Record<string, string> =>
  Object.fromEntries(outbox.operations.get().map(({ id, state }) => [id, state]))

const offline = (): never => {
  throw failure('NETWORK')
}

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
    const storage = memoryStorage()
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
    const first = await it.outbox.add(tap, { kind: 'checklist', checklist: [item] }, 1)
    await it.outbox.add(tap, { kind: 'checklist', checklist: [{ ...item, done: true }] })
    await it.idle()
    const kept = it.outbox.operations.get()
    assert.deepEqual(
      kept.map(({ id }) => id),
      [first.id],
    )
    assert.equal(kept[0]?.work.kind === 'checklist' && kept[0].work.checklist[0]?.done, true)
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

describe('A photo in the outbox', () => {
  it('never holds up the status change', async () => {
    const it = world()
    it.photoAnswer = offline
    await it.outbox.add(tap, photo)
    await it.outbox.add(tap, done)
    await it.idle()
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'WAITING', 'op-2': 'SENT' })
  })

  it('follows what was done on its task, and is dropped from the phone once it is there', async () => {
    const it = world()
    await it.outbox.add(tap, { kind: 'claim' }, 5000)
    await it.outbox.add(tap, photo)
    await it.idle()
    assert.deepEqual(it.photos, [])
    await it.outbox.flush(true)
    assert.deepEqual(it.photos, ['op-2'])
    assert.deepEqual(states(it), { 'op-1': 'SENT' })
  })

  it('goes first where the organisation wants to see the result before a task is done', async () => {
    const it = world()
    const good = it.answer
    it.answer = (operations) =>
      it.photos.length === 0 ? operations.map((one) => refused(one, 'VALIDATION_ERROR')) : good(operations)
    await it.outbox.add(tap, done, 1000)
    await it.outbox.add(tap, photo)
    await it.outbox.flush(true)
    await it.idle()
    assert.deepEqual(states(it), { 'op-1': 'SENT' })
    assert.equal(it.batches.length, 2)
    assert.notEqual(it.keys[0], it.keys[1])
  })

  it('needs a person when the service refuses it, and holds up nothing', async () => {
    const it = world()
    it.photoAnswer = () => {
      throw failure('FORBIDDEN')
    }
    await it.outbox.add(tap, photo)
    await it.idle()
    assert.deepEqual(states(it), { 'op-1': 'NEEDS_YOU' })
  })
})

describe('Conflicts', () => {
  const outcomeOf = async (work: Operation['work'], code: string): Promise<Operation | undefined> => {
    const it = world()
    it.answer = (operations) => operations.map((one) => refused(one, code))
    await it.outbox.add(tap, work)
    await it.idle()
    return it.outbox.operations.get()[0]
  }

  it('settles a start on a task that somebody finished: done beats in progress', async () => {
    const operation = await outcomeOf(start, 'CONFLICT')
    assert.equal(operation?.state, 'SETTLED')
    assert.equal(operation?.outcome?.why, 'OTHERS_DONE')
  })

  it('settles a claim that somebody else won', async () => {
    for (const code of ['CONFLICT', 'FORBIDDEN']) {
      const operation = await outcomeOf({ kind: 'claim' }, code)
      assert.equal(operation?.state, 'SETTLED')
      assert.equal(operation?.outcome?.why, 'TAKEN')
    }
  })

  it('keeps the note on a task that was given to somebody else, and says so', async () => {
    const operation = await outcomeOf(note('Part is ordered'), 'FORBIDDEN')
    assert.equal(operation?.state, 'NEEDS_YOU')
    assert.equal(operation?.outcome?.why, 'REASSIGNED')
  })

  it('settles a mere move of a task that was given to somebody else, but keeps its words', async () => {
    assert.equal((await outcomeOf(done, 'FORBIDDEN'))?.state, 'SETTLED')
    assert.equal(
      (await outcomeOf({ ...done, resolution: 'Replaced the seal' }, 'FORBIDDEN'))?.state,
      'NEEDS_YOU',
    )
  })

  it('shows a person what happened to a task that is gone', async () => {
    const operation = await outcomeOf(note('Left the key'), 'NOT_FOUND')
    assert.equal(operation?.state, 'NEEDS_YOU')
    assert.equal(operation?.outcome?.why, 'GONE')
  })

  it('sends again what needed a person, when that person asks for it', async () => {
    const it = world()
    it.answer = (operations) => operations.map((one) => refused(one, 'VALIDATION_ERROR'))
    await it.outbox.add(tap, start)
    await it.idle()
    assert.deepEqual(states(it), { 'op-1': 'NEEDS_YOU' })
    it.answer = world().answer
    await it.outbox.retry('op-1')
    assert.deepEqual(states(it), { 'op-1': 'SENT' })
    assert.notEqual(it.keys[0], it.keys[1])
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
