import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { addTaskAttachment, type BulkOperation, bulkTasks } from '#contracts/tasks.ts'
import { memoryStorage } from '#offline/storage.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { createOutbox, type Outbox } from '../src/outbox/outbox.ts'
import { createTransport } from '../src/outbox/transport.ts'

const codes = [
  'NETWORK',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'UNAUTHORIZED',
  'CONFLICT',
] as const

/** Fault of one request: whether it and its response arrive. */
const fault = fc.record({
  code: fc.constantFrom(...codes),
  arrives: fc.boolean(),
  isFine: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('act' as const), task: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('photo' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
)

interface Faults {
  /** fault of the next request; undefined: none left */
  next: () =>
    | { readonly code: (typeof codes)[number]; readonly arrives: boolean; readonly isFine: boolean }
    | undefined
}

/** A fake service that applies each operation once by clientId; photos registered by key alone count for each key. */
const service = ({ next }: Faults) => {
  const done: string[] = []
  const photos: string[] = []
  const known = new Set<string>()
  /** request body by Idempotency-Key */
  const stored = new Map<string, string>()
  let keys = 0
  /** Responds, fails, or does the work and loses the response. */
  const befall = async <T>(work: () => T): Promise<T> => {
    const fault = next()
    if (!fault || fault.isFine) return work()
    if (fault.arrives) work()
    throw new ApiError({ code: fault.code, status: 500, message: fault.code })
  }
  const take = (operations: readonly BulkOperation[]) =>
    operations.map(({ taskId, clientId, kind, key = '' }) => {
      const photo = stored.get(key)
      if (kind === 'attachment' && !photo)
        return { id: taskId, clientId, ok: false, code: 'VALIDATION_ERROR' }
      if (!known.has(clientId)) {
        if (photo) photos.push(photo)
        else done.push(clientId)
      }
      known.add(clientId)
      return { id: taskId, clientId, ok: true }
    })
  const send = async (
    endpoint: object,
    { body }: { body: { operations: BulkOperation[]; key?: string; contentType?: string } },
  ) => {
    if (endpoint === bulkTasks)
      return befall(() => ({ notModified: false, data: take(body.operations), requestId: undefined }))
    assert.equal(endpoint, addTaskAttachment)
    return befall(() => {
      if (body.key !== undefined) photos.push(stored.get(body.key) ?? '')
      const key = `k${++keys}`
      return { notModified: false, data: { url: `https://store.example/${key}`, key } }
    })
  }
  const client = {
    send,
    call: async (...given: Parameters<typeof send>) => (await send(...given)).data,
  } as unknown as Client
  const put = (url: string, photo: string): Promise<Response> =>
    befall(() => {
      stored.set(url.split('/').at(-1) ?? '', photo)
      return new Response(null, { status: 200 })
    }).catch(({ code }) => {
      if (code === 'NETWORK') throw new TypeError('Failed to fetch')
      return new Response(null, { status: 503 })
    })
  return { done, photos, client, put }
}

const { fetch } = globalThis
after(() => {
  globalThis.fetch = fetch
})

test('Whatever happens to requests, answers and the app, no action and no photo is lost or doubled, and no action sent out of order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.array(fault, { minLength: 60, maxLength: 60 }),
      async (steps, faults) => {
        const storage = memoryStorage<Operation>()
        let requests = 0
        let isCalm = false
        const { done, photos, client, put } = service({
          next: () => (isCalm ? undefined : faults[requests++ % faults.length]),
        })
        globalThis.fetch = async (url, init) => put(String(url), await new Response(init?.body).text())
        let count = 0
        const open = async (): Promise<Outbox> => {
          const outbox = createOutbox({
            storage,
            transport: createTransport(client, () => {}),
            owner: () => ({ id: 'ana', name: 'Ana' }),
            newId: () => `op-${++count}`,
            setTimer: () => () => {},
          })
          await outbox.load()
          return outbox
        }
        let outbox = await open()
        const added: string[] = []
        const taken: string[] = []
        for (const one of steps) {
          if (one.do === 'kill') outbox = await open()
          else if (one.do === 'flush') await outbox.flush()
          else if (one.do === 'photo') {
            const picture = `photo ${taken.length}`
            taken.push(picture)
            await outbox.add(
              { id: 'task-1', title: 'Task' },
              { kind: 'photo', photo: new Blob([picture]), attachmentKind: 'AFTER' },
            )
          } else {
            const task = { id: `task-${one.task}`, title: 'Task' }
            added.push((await outbox.add(task, { kind: 'note', text: `${one.task}`, public: false })).id)
          }
        }
        isCalm = true
        await outbox.flush(true)
        await outbox.flush(true)
        assert.deepEqual(done, added)
        assert.deepEqual(photos.toSorted(), taken.toSorted())
        const waiting = (await storage.all()).filter(({ state }) => state === 'WAITING')
        assert.deepEqual(waiting, [])
      },
    ),
    { numRuns: 300 },
  )
})

test('A photo whose bytes the service cannot use needs a person, one that it could not take now is tried again', async () => {
  for (const [status, state, told] of [
    [400, 'NEEDS_YOU', {}],
    [415, 'NEEDS_YOU', {}],
    // The upload was too slow, on a weak connection.
    [400, 'WAITING', { 'retry-after': '60' }],
    [401, 'WAITING', {}],
    [503, 'WAITING', {}],
  ] as const) {
    const headers = { 'x-request-id': 'r-put', ...told }
    globalThis.fetch = async () => new Response(null, { status, headers })
    const outbox = createOutbox({
      storage: memoryStorage<Operation>(),
      transport: createTransport(service({ next: () => undefined }).client, () => {}),
      owner: () => ({ id: 'ana', name: 'Ana' }),
      newId: () => 'op',
      setTimer: () => () => {},
    })
    const task = { id: 'task-1', title: 'Task' }
    await outbox.add(task, { kind: 'photo', photo: new Blob(['jpeg']), attachmentKind: 'AFTER' })
    await outbox.flush()
    const [photo] = outbox.operations.get()
    assert.equal(photo?.state, state, String(status))
    if (state === 'NEEDS_YOU')
      assert.deepEqual(photo?.outcome, { why: 'REFUSED', code: 'VALIDATION_ERROR', requestId: 'r-put' })
  }
})

test('A photo whose bytes the phone has lost needs a person, and is not tried for ever as if there were no connection', async () => {
  globalThis.fetch = async () => new Response(null, { status: 200 })
  const outbox = createOutbox({
    storage: memoryStorage<Operation>(),
    transport: createTransport(service({ next: () => undefined }).client, () => {}),
    owner: () => ({ id: 'ana', name: 'Ana' }),
    newId: () => 'op',
    setTimer: () => () => {},
  })
  const photo = Object.assign(new Blob(['jpeg']), {
    arrayBuffer: async () => {
      throw new DOMException('gone', 'NotFoundError')
    },
  })
  await outbox.add({ id: 'task-1', title: 'Task' }, { kind: 'photo', photo, attachmentKind: 'AFTER' })
  await outbox.flush()
  const [lost] = outbox.operations.get()
  assert.deepEqual([lost?.state, lost?.outcome?.code], ['NEEDS_YOU', 'VALIDATION_ERROR'])
})

test('A photo that the task no longer takes says why', async () => {
  for (const [code, state] of [
    ['FORBIDDEN', 'NEEDS_YOU'],
    ['NOT_FOUND', 'NEEDS_YOU'],
    ['SERVICE_UNAVAILABLE', 'WAITING'],
  ] as const) {
    globalThis.fetch = async () => new Response(null, { status: 200 })
    const send = async (endpoint: object) => ({
      notModified: false,
      requestId: 'r-bulk',
      data:
        endpoint === bulkTasks
          ? [{ id: 'task-1', clientId: 'op', ok: false, code }]
          : { url: 'https://store.example/k', key: 'k' },
    })
    const client = {
      send,
      call: async (endpoint: object) => (await send(endpoint)).data,
    } as unknown as Client
    const outbox = createOutbox({
      storage: memoryStorage<Operation>(),
      transport: createTransport(client, () => {}),
      owner: () => ({ id: 'ana', name: 'Ana' }),
      newId: () => 'op',
      setTimer: () => () => {},
    })
    const task = { id: 'task-1', title: 'Task' }
    await outbox.add(task, { kind: 'photo', photo: new Blob(['jpeg']), attachmentKind: 'AFTER' })
    await outbox.flush()
    const [photo] = outbox.operations.get()
    assert.equal(photo?.state, state, code)
    if (state === 'NEEDS_YOU') assert.equal(photo?.outcome?.requestId, 'r-bulk')
  }
})
