import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '#client/client.ts'
import { memoryStorage } from '#offline/storage.ts'
import type { Operation, Work } from '../src/outbox/operation.ts'
import { createOutbox, refusal } from '../src/outbox/outbox.ts'
import { createTransport } from '../src/outbox/transport.ts'
import { answer, me, operation } from './world.ts'

interface Pushed {
  readonly clientId: string
  readonly kind: string
  readonly mediaId?: string
  readonly answers?: readonly { readonly questionId: string; readonly value: unknown }[]
}

/** A service that takes everything, and notes it. */
const openWorld = () => {
  const pushes: Pushed[][] = []
  let isOffline = true
  const client = {
    send: async (_endpoint: unknown, { body }: { body: { operations: Pushed[] } }) => {
      if (isOffline) throw new TypeError('offline')
      pushes.push(body.operations)
      const results = body.operations.map(({ clientId }) => ({ clientId, result: 'APPLIED' }))
      return { notModified: false, data: { results } }
    },
    call: async (_endpoint: unknown, { body }: { body: { files?: unknown[] } }) => {
      const upload = { id: 'media', url: '', headers: {}, stored: true }
      return body.files ? { files: body.files.map(() => upload) } : upload
    },
  } as unknown as Client
  let count = 0
  const storage = memoryStorage<Operation>()
  const outbox = createOutbox({
    storage,
    transport: createTransport(client, () => outbox.operations.get()),
    owner: () => ({ id: me, name: 'Sam' }),
    newId: () => `id-${++count}`,
    setTimer: () => () => {},
  })
  const round = { id: 'round', title: 'Washroom 1' }
  return {
    outbox,
    pushes,
    act: (work: Work, hold?: number) => outbox.add(round, work, hold),
    connect: async () => {
      isOffline = false
      // A run that began before takes the next one along.
      for (let run = 0; run < 5 && outbox.operations.get().some(({ state }) => state === 'WAITING'); run++)
        await outbox.flush(true)
    },
  }
}

const answers = (questionId: string, value: boolean): Work => answer('stop-1', questionId, value).work

describe('The outbox of a scout', () => {
  it('sends answers given one after the other as one operation, the last one of each question', async () => {
    const { act, outbox, connect, pushes } = openWorld()
    await act(answers('paper', false), 8000)
    await act(answers('soap', true), 8000)
    await act(answers('paper', true), 8000)
    assert.equal(outbox.operations.get().length, 1)
    await connect()
    assert.deepEqual(
      pushes.flat().flatMap((one) => one.answers?.map(({ questionId, value }) => [questionId, value])),
      [
        ['soap', true],
        ['paper', true],
      ],
    )
  })

  it('holds what comes after held answers, so that a round is not submitted before its answers', async () => {
    const { act, outbox, connect, pushes } = openWorld()
    await act(answers('paper', true), 8000)
    await act(answer('stop-2', 'paper', true).work, 8000)
    await act({ kind: 'round.submit', fields: { roundId: 'round' } })
    await outbox.flush()
    assert.deepEqual(pushes, [])
    await connect()
    assert.deepEqual(
      pushes.flat().map(({ kind }) => kind),
      ['inspection.answers', 'inspection.answers', 'round.submit'],
    )
  })

  it('confirms photos right before the end of their inspection, and sends their bytes after everything else', async () => {
    const { act, outbox, connect, pushes } = openWorld()
    await act(answers('toilets', false), 8000)
    const taken = await act({
      kind: 'photo',
      photo: new Blob(['x']),
      of: { inspectionId: 'stop-1', questionId: 'toilets' },
    })
    await act({ kind: 'inspection.complete', fields: { inspectionId: 'stop-1' } })
    await connect()
    const [first, second] = pushes
    assert.deepEqual(
      first?.map(({ kind }) => kind),
      ['inspection.answers', 'media.confirm', 'inspection.complete'],
    )
    assert.deepEqual(
      second?.map(({ kind, clientId, mediaId }) => [kind, clientId, mediaId]),
      [['media.confirm', taken.id, 'media']],
    )
    assert.ok(outbox.operations.get().every(({ state }) => state === 'SENT'))
  })
})

describe('What the service refuses', () => {
  const why = (work: Work, code: string, path?: string) => {
    const { state, why: reason } = refusal(operation(work), code, path)
    return `${state} ${reason}`
  }
  const accept: Work = { kind: 'round.accept', fields: { roundId: 'round' } }
  const complete: Work = { kind: 'inspection.complete', fields: { inspectionId: 'stop-1' } }

  it('only needs to be known where nothing is lost, else the scout decides', () => {
    assert.equal(why(accept, 'CONFLICT'), 'SETTLED TAKEN')
    assert.equal(why(complete, 'VALIDATION_ERROR', 'id'), 'SETTLED OVER')
    assert.equal(why(complete, 'VALIDATION_ERROR', 'answers.toilets'), 'NEEDS_YOU LACKING')
    assert.equal(why(answers('paper', true), 'VALIDATION_ERROR', 'id'), 'NEEDS_YOU OVER')
    assert.equal(why(answers('paper', true), 'CONFLICT'), 'NEEDS_YOU TAKEN')
    assert.equal(why(answers('paper', true), 'NOT_FOUND'), 'NEEDS_YOU GONE')
    assert.equal(why(answers('paper', true), 'FORBIDDEN'), 'NEEDS_YOU REFUSED')
  })
})
