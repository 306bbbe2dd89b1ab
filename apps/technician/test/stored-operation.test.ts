import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromStored, type StoredOperation, toStored } from '#offline/stored-operation.ts'
import type { Operation, Work } from '../src/outbox/operation.ts'
import { done, photo, tap, world } from './outbox-world.ts'

const made = async (work: Work): Promise<Operation> => world().outbox.add(tap, work)

const textOf = async ({ work }: Operation): Promise<string> => {
  assert.equal(work.kind, 'photo')
  return work.kind === 'photo' ? `${work.photo.type} ${await work.photo.text()}` : ''
}

/** IndexedDB stores structured clones, so a stored Blob is not the one that was written. */
const stored = (kept: StoredOperation<Operation>): StoredOperation<Operation> => structuredClone(kept)

test('A photo that waits is kept as bytes with their type, however often its record is written over', async () => {
  let operation = await made({ ...photo, photo: new Blob(['jpeg'], { type: 'image/jpeg' }) })
  for (let turn = 0; turn < 3; turn++) {
    const kept = stored(await toStored({ ...operation, tries: turn }))
    assert.equal(kept.work.kind, 'photo')
    assert.ok('photo' in kept.work && !(kept.work.photo instanceof Blob))
    assert.ok(kept.work.photo.bytes instanceof ArrayBuffer)
    operation = fromStored(kept)
  }
  assert.equal(operation.tries, 2)
  assert.equal(await textOf(operation), 'image/jpeg jpeg')
})

test('A photo that an older version kept as a Blob is read as it is, and bytes from the next writing on', async () => {
  const old = await made({ ...photo, photo: new Blob(['old'], { type: 'image/jpeg' }) })
  assert.equal(await textOf(fromStored(old)), 'image/jpeg old')
  const kept = stored(await toStored(fromStored(old)))
  assert.ok('photo' in kept.work && !(kept.work.photo instanceof Blob))
  assert.equal(await textOf(fromStored(kept)), 'image/jpeg old')
})

test('A photo whose bytes are lost keeps its place among what waits, and all else is kept as it is', async () => {
  const lost = Object.assign(new Blob(['gone']), {
    arrayBuffer: async () => {
      throw new DOMException('gone', 'NotFoundError')
    },
  })
  const operation = await made({ ...photo, photo: lost })
  assert.equal(await toStored(operation), operation)
  const end = await made(done)
  assert.equal(await toStored(end), end)
  assert.deepEqual(fromStored(stored(await toStored(end))), end)
})
