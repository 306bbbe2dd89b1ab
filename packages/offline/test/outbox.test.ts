import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/errors.ts'
import type { Operation } from '#offline/operation.ts'
import { createOutbox } from '#offline/outbox.ts'
import type { Rules } from '#offline/rules.ts'
import { memoryStorage } from '#offline/storage.ts'

/** Operations of an app that is not the technician's: inspections with answers. */
type Work =
  | { readonly kind: 'create'; readonly template: string }
  | { readonly kind: 'answer'; readonly item: string; readonly value: number }
  | { readonly kind: 'photo'; readonly photo: Blob }
  | { readonly kind: 'submit' }
type Own = Operation<Work, 'CLOSED'>
type Wire = string

const rules: Rules<Work, 'CLOSED', Wire> = {
  batchSize: 2,
  isAlone: ({ kind }) => kind === 'submit',
  toWire: ({ taskId, work }) => (work.kind === 'answer' ? `${taskId} ${work.item}=${work.value}` : undefined),
  repeatOf: () => undefined,
  replacedBy: (waiting, work) =>
    waiting.find(
      (one) => work.kind === 'answer' && one.work.kind === 'answer' && one.work.item === work.item,
    ),
  mergedWork: (_before, work) => work,
  requiresPhoto: () => 'NO',
  refusal: (_operation, code) => ({
    state: 'NEEDS_YOU',
    why: code === 'CONFLICT' ? 'CLOSED' : 'REFUSED',
  }),
}

const lobby = { id: 'local', title: 'Lobby' }

test('The outbox sends operations of any kind: the subject first, batches, those sent alone, photos', async () => {
  const sent: string[] = []
  let isOnline = false
  const guard = (): void => {
    if (!isOnline) throw new ApiError({ code: 'NETWORK', status: 0, message: 'offline' })
  }
  let count = 0
  const outbox = createOutbox({
    rules,
    storage: memoryStorage<Own>(),
    transport: {
      sendBatch: async (operations, key) => {
        guard()
        sent.push(operations.join(', '))
        const ids = key.split('.').slice(0, 2)
        return {
          results: [...new Set(ids)].map((clientId) =>
            clientId === '5' ? { clientId, ok: false, code: 'CONFLICT' } : { clientId, ok: true },
          ),
          requestId: 'r-1',
        }
      },
      sendNew: async ({ taskTitle }) => {
        guard()
        sent.push(`create ${taskTitle}`)
        return 'server'
      },
      sendPhoto: async ({ taskId }) => {
        guard()
        sent.push(`photo ${taskId}`)
      },
      sendAlone: async ({ taskId, work }) => {
        guard()
        sent.push(`${work.kind} ${taskId}`)
      },
    },
    owner: () => ({ id: 'sam', name: 'Sam' }),
    newId: () => String(++count),
    setTimer: () => () => {},
  })
  await outbox.add(lobby, { kind: 'create', template: 't' }, undefined, [
    { kind: 'photo', photo: new Blob(['jpeg']) },
    { kind: 'submit' },
  ])
  await outbox.add(lobby, { kind: 'answer', item: 'floor', value: 1 })
  await outbox.add(lobby, { kind: 'answer', item: 'door', value: 4 })
  await outbox.add(lobby, { kind: 'answer', item: 'floor', value: 2 })
  await outbox.add(lobby, { kind: 'answer', item: 'lamp', value: 3 })
  await outbox.flush()
  assert.deepEqual(sent, [])
  assert.equal(outbox.trouble.get(), 'OFFLINE')
  isOnline = true
  await outbox.flush()
  assert.deepEqual(sent, [
    'create Lobby',
    'server floor=2, server door=4',
    'server lamp=3',
    'submit server',
    'photo server',
  ])
  const closed = outbox.operations.get().filter(({ state }) => state === 'NEEDS_YOU')
  assert.deepEqual(
    closed.map(({ outcome }) => outcome?.why),
    ['CLOSED'],
  )
  assert.equal(outbox.trouble.get(), undefined)
})
