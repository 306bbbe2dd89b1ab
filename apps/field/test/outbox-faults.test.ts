import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#client/errors.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import { createOutbox, type Outbox, type Transport } from '../src/work/outbox/outbox.ts'
import { memoryStorage } from '../src/work/outbox/storage.ts'

const codes = [
  'NETWORK',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'UNAUTHORIZED',
  'CONFLICT',
] as const

/** What befalls one request: it arrives or not, and its answer arrives or not. */
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
  { weight: 3, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
)

/** A service that does each action once, however often it is sent. */
const service = () => {
  const done: string[] = []
  return {
    done,
    take: (operations: readonly BulkOperation[]) => {
      for (const { clientId } of operations) if (!done.includes(clientId)) done.push(clientId)
      return operations.map(({ taskId, clientId }) => ({ id: taskId, clientId, ok: true }))
    },
  }
}

test('Whatever happens to requests, answers and the app, no action is lost, doubled or sent out of order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.array(fault, { minLength: 60, maxLength: 60 }),
      async (steps, faults) => {
        const storage = memoryStorage()
        const { done, take } = service()
        let requests = 0
        let isCalm = false
        const transport: Transport = {
          sendBatch: async (operations) => {
            const now = faults[requests++ % faults.length]
            if (isCalm || !now || now.isFine) return { results: take(operations), requestId: undefined }
            if (now.arrives) take(operations)
            throw new ApiError({ code: now.code, status: 500, message: now.code })
          },
          sendPhoto: async () => {},
          sendShift: async () => {},
          // No new task is among these steps.
          sendNew: () => Promise.reject(new Error('There is no new task')),
        }
        let count = 0
        const open = async (): Promise<Outbox> => {
          const outbox = createOutbox({
            storage,
            transport,
            owner: () => ({ id: 'ana', name: 'Ana' }),
            newId: () => `op-${++count}`,
            later: () => () => {},
          })
          await outbox.load()
          return outbox
        }
        let outbox = await open()
        const added: string[] = []
        for (const one of steps) {
          if (one.do === 'kill') outbox = await open()
          else if (one.do === 'flush') await outbox.flush()
          else {
            const task = { id: `task-${one.task}`, title: 'Task' }
            added.push((await outbox.add(task, { kind: 'note', text: `${one.task}`, public: false })).id)
          }
        }
        isCalm = true
        await outbox.flush(true)
        await outbox.flush(true)
        assert.deepEqual(done, added)
        const waiting = (await storage.all()).filter(({ state }) => state === 'WAITING')
        assert.deepEqual(waiting, [])
      },
    ),
    { numRuns: 300 },
  )
})
