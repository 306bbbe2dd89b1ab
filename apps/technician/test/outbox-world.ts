/** An outbox with a fake service, clock and timers. */
import { ApiError, type ApiErrorFields } from '#client/errors.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import type { Owner } from '#offline/operation.ts'
import { memoryStorage } from '#offline/storage.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { createOutbox, type Outbox, type OutboxStorage } from '../src/outbox/outbox.ts'

export const tap = { id: '01930000-0000-7000-8000-000000000001', title: 'Tap drips' }
export const lamp = { id: '01930000-0000-7000-8000-000000000002', title: 'Lamp is out' }
export const ana: Owner = { id: 'ana', name: 'Ana' }
export const start = { kind: 'status', status: 'IN_PROGRESS' } as const
export const done = { kind: 'status', status: 'DONE' } as const
export const note = (text: string) => ({ kind: 'note', text, public: false }) as const
export const photo = { kind: 'photo', photo: new Blob(['jpeg']), attachmentKind: 'AFTER' } as const

export const failure = (code: ApiErrorFields['code'], more: Partial<ApiErrorFields> = {}): ApiError =>
  new ApiError({ code, status: code === 'NETWORK' ? 0 : 400, message: code, ...more })

export const refused = ({ taskId, clientId }: BulkOperation, code: string): BulkResult => ({
  id: taskId,
  clientId,
  ok: false,
  code,
  error: code,
})

/** In-memory storage shared by several tabs, each notified of the others' writes. */
export const tabsOf = (count: number): OutboxStorage[] => {
  const memory = memoryStorage<Operation>()
  const heard: (() => void)[] = []
  return Array.from({ length: count }, (_, tab) => {
    const tell = (): void => {
      for (const [other, listener] of heard.entries()) if (other !== tab) listener()
    }
    return {
      all: memory.all,
      put: async (operations) => {
        await memory.put(operations)
        tell()
      },
      remove: async (ids) => {
        await memory.remove(ids)
        tell()
      },
      watch: (listener) => {
        heard[tab] = listener
      },
    }
  })
}

export interface World {
  readonly outbox: Outbox
  readonly storage: OutboxStorage
  readonly batches: BulkOperation[][]
  readonly keys: string[]
  readonly photos: string[]
  readonly created: { readonly title: string; readonly key: string }[]
  readonly shifts: { readonly id: string; readonly key: string }[]
  readonly timers: { milliseconds: number; work: () => void }[]
  now: number
  owner: Owner | undefined
  answer: (operations: readonly BulkOperation[]) => readonly BulkResult[]
  /** @param id of the photo operation */
  photoAnswer: (id: string) => void
  shiftAnswer: () => void
  /** id of the new task */
  createAnswer: () => string
  idle(): Promise<void>
}

export const world = (storage = memoryStorage<Operation>()): World => {
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
    shifts: [],
    created: [],
    shiftAnswer: () => {},
    createAnswer: () => `task-${made.created.length + 1}`,
    outbox: createOutbox({
      storage,
      transport: {
        sendBatch: async (operations, key) => {
          made.batches.push([...operations])
          made.keys.push(key)
          return { results: made.answer(operations), requestId: `r-${made.batches.length}` }
        },
        sendPhoto: async ({ id }) => {
          made.photoAnswer(id)
          made.photos.push(id)
        },
        sendNew: async ({ taskTitle }, key) => {
          const id = made.createAnswer()
          made.created.push({ title: taskTitle, key })
          return id
        },
        sendAlone: async ({ id }, key) => {
          made.shiftAnswer()
          made.shifts.push({ id, key })
        },
      },
      owner: () => made.owner,
      newId: () => `op-${++count}`,
      now: () => made.now,
      random: () => 0,
      setTimer: (milliseconds, work) => {
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

export const states = ({ outbox }: World): Record<string, string> =>
  Object.fromEntries(outbox.operations.get().map(({ id, state }) => [id, state]))

export const offline = (): never => {
  throw failure('NETWORK')
}
