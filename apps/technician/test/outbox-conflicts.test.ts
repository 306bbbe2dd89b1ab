import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from '../src/outbox/operation.ts'
import {
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

  it('that does not get through holds up neither the end of the shift nor the photos behind it', async () => {
    const it = world()
    it.photoAnswer = offline
    await it.outbox.add(tap, photo)
    await it.idle()
    it.photoAnswer = (id) => {
      if (id === 'op-1') offline()
    }
    await it.outbox.add(lamp, photo)
    await it.outbox.add(tap, photo)
    await it.outbox.add({ id: 'operator', title: '' }, { kind: 'shift-end' })
    await it.outbox.flush()
    assert.deepEqual(states(it), { 'op-1': 'WAITING', 'op-4': 'SENT' })
    assert.equal(it.outbox.trouble.get(), 'OFFLINE')
    assert.equal(it.timers.length, 1, 'it is tried again')
    it.photoAnswer = () => {}
    it.timers[0]?.work()
    await it.idle()
    assert.deepEqual(it.photos, ['op-2', 'op-3', 'op-1'])
    assert.equal(it.outbox.trouble.get(), undefined)
  })

  it('comes after the end of the shift, which is short', async () => {
    const it = world()
    const sent: string[] = []
    it.photoAnswer = () => sent.push('photo')
    it.shiftAnswer = () => sent.push('shift')
    it.owner = undefined
    const other = world(it.storage)
    other.photoAnswer = offline
    other.shiftAnswer = offline
    await other.outbox.add(tap, photo)
    await other.outbox.add({ id: 'operator', title: '' }, { kind: 'shift-end' })
    await other.idle()
    it.owner = other.owner
    await it.outbox.flush()
    assert.deepEqual(sent, ['shift', 'photo'])
  })

  it('is not followed by all the others where the store is down: two are asked for, the fewest tries first, later each time', async () => {
    const it = world()
    const asked: string[] = []
    it.photoAnswer = (id) => {
      asked.push(id)
      offline()
    }
    it.owner = undefined
    const before = world(it.storage)
    before.owner = { id: 'ana', name: 'Ana' }
    before.photoAnswer = () => {
      throw failure('UNAUTHORIZED')
    }
    for (let count = 0; count < 4; count++) await before.outbox.add(tap, photo)
    await before.idle()
    await it.storage.put(before.outbox.operations.get().map((one) => ({ ...one, tries: 0 })))
    it.owner = before.owner
    const waits: number[] = []
    for (let run = 0; run < 3; run++) {
      await it.outbox.flush()
      waits.push(it.timers[0]?.milliseconds ?? 0)
    }
    assert.deepEqual(asked, ['op-1', 'op-2', 'op-3', 'op-4', 'op-1', 'op-2'])
    assert.deepEqual(
      [...waits].sort((a, b) => a - b),
      waits,
    )
    assert.ok(
      waits.every((wait, index) => wait > (waits[index - 1] ?? 0)),
      String(waits),
    )
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

  it('says of a reopening that came after its time that the time has passed, not that somebody else has the task', async () => {
    const outcomes: unknown[] = []
    const held = { reason: 'PARTS', until: null, note: 'The seal comes on Friday' } as const
    for (const path of ['body.status', undefined])
      for (const work of [start, { ...start, blocked: held }]) {
        const it = world()
        it.answer = (operations) =>
          operations.map((one) => ({ ...refused(one, 'FORBIDDEN'), ...(path ? { path } : {}) }))
        await it.outbox.add(tap, work)
        await it.idle()
        const [operation] = it.outbox.operations.get()
        outcomes.push([operation?.state, operation?.outcome?.why])
      }
    assert.deepEqual(outcomes, [
      ['SETTLED', 'TOO_LATE'],
      ['NEEDS_YOU', 'TOO_LATE'],
      ['SETTLED', 'REASSIGNED'],
      ['NEEDS_YOU', 'REASSIGNED'],
    ])
  })

  it('keeps the note on a task that was given to somebody else, and says so', async () => {
    const operation = await outcomeOf(note('Part is ordered'), 'FORBIDDEN')
    assert.equal(operation?.state, 'NEEDS_YOU')
    assert.equal(operation?.outcome?.why, 'REASSIGNED')
  })

  it('names who has the task now, and keeps what was finished, to tell them', async () => {
    const it = world()
    it.answer = (operations) =>
      operations.map((one) => ({ ...refused(one, 'FORBIDDEN'), assignee: 'Ben Noor' }))
    await it.outbox.add(tap, done)
    await it.idle()
    const [operation] = it.outbox.operations.get()
    assert.deepEqual(
      [operation?.state, operation?.outcome?.why, operation?.outcome?.who],
      ['NEEDS_YOU', 'REASSIGNED', 'Ben Noor'],
    )
  })

  it('settles a mere start of a task that was given to somebody else, but keeps its words', async () => {
    assert.equal((await outcomeOf(start, 'FORBIDDEN'))?.state, 'SETTLED')
    assert.equal(
      (await outcomeOf({ ...done, resolution: 'Replaced the seal' }, 'FORBIDDEN'))?.state,
      'NEEDS_YOU',
    )
  })

  it('keeps the code of a refusal and the number of its request, and none of the service’s words', async () => {
    assert.deepEqual((await outcomeOf(done, 'VALIDATION_ERROR'))?.outcome, {
      why: 'REFUSED',
      code: 'VALIDATION_ERROR',
      requestId: 'r-1',
    })
    const it = world()
    it.photoAnswer = () => {
      throw failure('PAYLOAD_TOO_LARGE', { requestId: 'r-photo' })
    }
    await it.outbox.add(tap, photo)
    await it.idle()
    assert.deepEqual(it.outbox.operations.get()[0]?.outcome, {
      why: 'REFUSED',
      code: 'PAYLOAD_TOO_LARGE',
      requestId: 'r-photo',
    })
  })

  it('shows a person what happened to a task that is gone', async () => {
    const operation = await outcomeOf(note('Left the key'), 'NOT_FOUND')
    assert.equal(operation?.state, 'NEEDS_YOU')
    assert.equal(operation?.outcome?.why, 'GONE')
    for (const work of [start, done, { kind: 'claim' } as const])
      assert.equal((await outcomeOf(work, 'NOT_FOUND'))?.state, 'SETTLED', 'nothing of it can be lost')
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
