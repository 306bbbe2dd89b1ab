import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseName } from '#client/realm-names.ts'
import { scouts, staff } from '#client/realms.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import { operationsIn } from '#offline/device-storage.ts'
import { lockOf } from '#offline/lock.ts'
import { safeStorage } from '#offline/storage.ts'
import type { StoredOperation } from '#offline/stored-operation.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { createOutbox } from '../src/outbox/outbox.ts'

const head = { at: '2026-11-20T08:00:00.000Z', owner: 'ana', ownerName: 'Ana', tries: 2, round: 1 }
const tap = { taskId: 'tap', taskTitle: 'Tap drips' }
const found = { taskId: 'local', taskTitle: 'Tile is loose' }
const bytes = new TextEncoder().encode('jpeg').buffer

/** As the version before `packages/offline` wrote them to the store `operations` of `wellkept-work`. */
const records = [
  {
    ...head,
    ...tap,
    id: 'a',
    seq: 1,
    work: { kind: 'claim' },
    state: 'SETTLED',
    outcome: { why: 'TAKEN', code: 'CONFLICT', requestId: 'r-1' },
    answeredAt: 1,
  },
  {
    ...head,
    ...tap,
    id: 'b',
    seq: 2,
    work: { kind: 'status', status: 'DONE', resolution: 'New seal' },
    state: 'WAITING',
    holdUntil: undefined,
    afterPhotos: true,
  },
  {
    ...head,
    ...tap,
    id: 'c',
    seq: 3,
    work: { kind: 'photo', photo: { bytes, type: 'image/jpeg' }, attachmentKind: 'AFTER' },
    state: 'WAITING',
  },
  {
    ...head,
    ...found,
    id: 'd',
    seq: 4,
    work: { kind: 'create', title: 'Tile is loose', mine: true },
    state: 'WAITING',
  },
  {
    ...head,
    ...found,
    id: 'e',
    seq: 5,
    work: { kind: 'note', text: 'By the door', public: false },
    state: 'WAITING',
  },
  {
    ...head,
    ...found,
    id: 'f',
    seq: 6,
    // Older versions stored the Blob itself.
    work: { kind: 'photo', photo: new Blob(['old'], { type: 'image/jpeg' }), attachmentKind: 'BEFORE' },
    state: 'WAITING',
  },
  {
    ...head,
    taskId: 'operator',
    taskTitle: '',
    id: 'g',
    seq: 7,
    work: { kind: 'shift-end' },
    state: 'WAITING',
  },
] as const satisfies readonly StoredOperation<Operation>[]

/** The object store `operations`, with structured clones as in IndexedDB. */
const database = (kept: Map<string, StoredOperation<Operation>>) => ({
  getAll: async () => [...kept.values()].map((one) => structuredClone(one)),
  transaction: () => ({
    store: {
      put: async (one: StoredOperation<Operation>) => kept.set(one.id, structuredClone(one)),
      delete: async (id: string) => void kept.delete(id),
    },
    done: Promise.resolve(),
  }),
})

test('Operations that the version before stored are shown and sent, under the names that it used', async (context) => {
  const channels: string[] = []
  const { BroadcastChannel } = globalThis
  context.after(() => Object.assign(globalThis, { BroadcastChannel }))
  Object.assign(globalThis, {
    BroadcastChannel: class {
      constructor(name: string) {
        channels.push(name)
      }
      postMessage() {}
      addEventListener() {}
    },
  })
  const kept = new Map<string, StoredOperation<Operation>>(records.map((one) => [one.id, one]))
  const store = database(kept)
  const batches: { readonly operations: readonly BulkOperation[]; readonly key: string }[] = []
  const photos: string[] = []
  const locks: (string | undefined)[] = []
  const outbox = createOutbox({
    storage: safeStorage(operationsIn<Operation>((work) => work(store), staff)),
    transport: {
      sendBatch: async (operations, key) => {
        const { held = [] } = await navigator.locks.query()
        locks.push(...held.map(({ name }) => name))
        batches.push({ operations, key })
        return {
          results: operations.map(({ clientId }) => ({ id: 'tap', clientId, ok: true })),
          requestId: 'r-2',
        }
      },
      sendPhoto: async ({ id, taskId, work }) => {
        if (work.kind === 'photo')
          photos.push(`${id} ${taskId} ${work.photo.type} ${await work.photo.text()}`)
      },
      sendNew: async (_operation, key) => {
        assert.equal(key, 'd.1')
        return 'tile'
      },
      sendAlone: async (_operation, key) => assert.equal(key, 'g.1'),
    },
    owner: () => ({ id: 'ana', name: 'Ana' }),
    newId: () => 'new',
    withLock: lockOf(staff),
  })
  await outbox.load()
  assert.deepEqual(
    outbox.operations.get().map(({ id, state }) => `${id} ${state}`),
    ['a SETTLED', ...['b', 'c', 'd', 'e', 'f', 'g'].map((id) => `${id} WAITING`)],
  )
  await outbox.flush(true)
  assert.deepEqual(photos, ['c tap image/jpeg jpeg', 'f tile image/jpeg old'])
  assert.deepEqual(
    batches.map(({ operations, key }) => [key, ...operations.map(({ taskId, kind }) => `${taskId} ${kind}`)]),
    [
      ['e.e.1.1', 'tile note'],
      ['b.b.1.1', 'tap status'],
    ],
  )
  assert.deepEqual(
    [...kept.values()].map(({ id, state, taskId, localId }) => [id, state, taskId, localId]),
    [
      ['a', 'SETTLED', 'tap', undefined],
      ['b', 'SENT', 'tap', undefined],
      ['d', 'SENT', 'tile', 'local'],
      ['e', 'SENT', 'tile', undefined],
      ['g', 'SENT', 'operator', undefined],
    ],
  )
  assert.deepEqual(locks, ['wellkept.outbox', 'wellkept.outbox'])
  assert.deepEqual(channels, ['wellkept.outbox'])
  assert.equal(databaseName(staff), 'wellkept-work')
})

test('Another realm has a database, lock and channel of its own', async () => {
  assert.equal(databaseName(scouts), 'wellkept-scout')
  await lockOf(scouts)(async () => {
    const { held = [] } = await navigator.locks.query()
    assert.deepEqual(
      held.map(({ name }) => name),
      ['wellkept.scout.outbox'],
    )
  })
})
