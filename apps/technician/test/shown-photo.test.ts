/** The photo of the result that visitors see: where it is offered, and how it leaves the phone. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { memoryStorage } from '#offline/storage.ts'
import { mayShowPhoto } from '../src/data/shown-photo.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { createOutbox } from '../src/outbox/outbox.ts'
import { createTransport } from '../src/outbox/transport.ts'
import { ana, done, photo, tap } from './outbox-world.ts'

test('The photo can be shown for what visitors reported, but not of a washroom or an unknown kind of room', () => {
  const amenity = { id: 'lift', name: 'Lift' }
  const reported = { reporterCount: 1, amenity }
  assert.equal(mayShowPhoto(reported, 'ELEVATOR'), true)
  assert.equal(mayShowPhoto({ reporterCount: 0, amenity }, 'ELEVATOR'), false)
  assert.equal(mayShowPhoto({ reporterCount: 1, amenity: null }, undefined), false)
  for (const type of ['WASHROOM', null, undefined]) assert.equal(mayShowPhoto(reported, type), false)
})

test('A photo finished without a connection stays shown or not shown in the outbox, and is sent so', async () => {
  let isOnline = false
  const sent: unknown[] = []
  const fetched = mock.method(globalThis, 'fetch', async () => new Response())
  const reach = (): void => {
    if (!isOnline) throw new ApiError({ code: 'NETWORK', status: 0, message: 'offline' })
  }
  const client = {
    call: async () => {
      reach()
      return { url: 'https://service.example/upload/k', key: `k${fetched.mock.callCount()}`, headers: {} }
    },
    send: async (_: unknown, { body }: { body: { operations: { clientId: string; taskId: string }[] } }) => {
      reach()
      sent.push(...body.operations)
      return { data: body.operations.map(({ clientId, taskId: id }) => ({ id, clientId, ok: true })) }
    },
  }
  const storage = memoryStorage<Operation>()
  let count = 0
  const open = () =>
    createOutbox({
      storage,
      transport: createTransport(client as unknown as Client, () => {}),
      owner: () => ana,
      newId: () => `op-${++count}`,
      setTimer: () => () => {},
    })
  const first = open()
  await first.add(tap, done, undefined, [{ ...photo, public: true }, photo])
  await first.flush()
  isOnline = true
  const later = open()
  await later.load()
  await later.flush(true)
  fetched.mock.restore()
  assert.deepEqual(
    sent.map((one) => {
      const { kind, key, public: isPublic } = one as { kind: string; key?: string; public?: boolean }
      return [kind, key, isPublic]
    }),
    [
      ['status', undefined, undefined],
      ['attachment', 'k0', true],
      ['attachment', 'k1', undefined],
    ],
  )
})
