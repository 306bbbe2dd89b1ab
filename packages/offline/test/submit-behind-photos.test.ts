import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/errors.ts'
import type { Operation } from '#offline/operation.ts'
import { createOutbox } from '#offline/outbox.ts'
import type { Rules } from '#offline/rules.ts'
import { memoryStorage } from '#offline/storage.ts'

/** A round of inspections: its submit closes it, so that no photo is taken any more. */
type Work =
  | { readonly kind: 'answer'; readonly value: number }
  | { readonly kind: 'photo'; readonly photo: Blob }
  | { readonly kind: 'submit' }

const rules: Rules<Work, never, string> = {
  batchSize: 100,
  isAlone: () => false,
  toWire: ({ id, taskId, work }) => `${id} ${taskId} ${work.kind}`,
  repeatOf: () => undefined,
  replacedBy: () => undefined,
  mergedWork: (_before, work) => work,
  requiresPhoto: ({ kind }) => (kind === 'submit' ? 'FIRST' : 'NO'),
  refusal: () => ({ state: 'NEEDS_YOU', why: 'REFUSED' }),
}

const world = () => {
  const sent: string[] = []
  const photos = { fail: undefined as ApiError['code'] | undefined }
  let count = 0
  const never = async (): Promise<never> => assert.fail('none is sent alone')
  const outbox = createOutbox<Work, never, string>({
    rules,
    storage: memoryStorage<Operation<Work, never>>(),
    transport: {
      sendBatch: async (operations) => {
        sent.push(...operations.map((one) => one.replace(/^\d+ /, '')))
        const results = operations.map((one) => ({ clientId: one.split(' ')[0], ok: true }))
        return { results, requestId: undefined }
      },
      sendPhoto: async ({ taskId }) => {
        if (photos.fail) throw new ApiError({ code: photos.fail, status: 503, message: 'no' })
        sent.push(`${taskId} photo`)
      },
      sendNew: never,
      sendAlone: never,
    },
    owner: () => ({ id: 'sam', name: 'Sam' }),
    newId: () => String(++count),
    setTimer: () => () => {},
  })
  return { outbox, sent, photos }
}

const lobby = { id: 'lobby', title: 'Lobby' }
const photo: Work = { kind: 'photo', photo: new Blob(['jpeg']) }

test('A submit waits for the photos of its subject from the beginning; what came before it and other subjects do not', async () => {
  const { outbox, sent, photos } = world()
  photos.fail = 'SERVICE_UNAVAILABLE'
  await outbox.add(lobby, { kind: 'answer', value: 1 }, undefined, [photo, { kind: 'submit' }])
  await outbox.add({ id: 'attic', title: 'Attic' }, { kind: 'submit' })
  await outbox.flush(true)
  assert.deepEqual(sent, ['lobby answer', 'attic submit'])
  photos.fail = undefined
  await outbox.flush(true)
  assert.deepEqual(sent.slice(2), ['lobby photo', 'lobby submit'])
})

test('A photo that the service does not take holds no submit back', async () => {
  const { outbox, sent, photos } = world()
  photos.fail = 'VALIDATION_ERROR'
  await outbox.add(lobby, photo, undefined, [{ kind: 'submit' }])
  await outbox.flush(true)
  assert.deepEqual(sent, ['lobby submit'])
  const needs = outbox.operations.get().filter(({ state }) => state === 'NEEDS_YOU')
  assert.deepEqual(
    needs.map(({ work }) => work.kind),
    ['photo'],
  )
})
