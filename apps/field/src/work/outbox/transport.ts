/** How operations reach the service. */
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { setDuty } from '#contracts/operator.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { addTaskAttachment, bulkTasks, createTask } from '#contracts/tasks.ts'
import type { Transport } from './outbox.ts'

/** A photo on a weak line: longer than this and the next try begins anew. */
const uploadMilliseconds = 120_000

const putBytes = async (url: string, headers: Record<string, string>, photo: ArrayBuffer): Promise<void> => {
  // AbortSignal.timeout is missing on phones that are still in use.
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), uploadMilliseconds)
  let response: Response
  try {
    response = await fetch(url, { method: 'PUT', headers, body: photo, signal: ending.signal })
  } catch (error) {
    throw new ApiError({ code: 'NETWORK', status: 0, message: 'The photo did not get through' }, error)
  } finally {
    clearTimeout(timer)
  }
  if (response.ok) return
  const { status, headers: told } = response
  // The address works once and for ten minutes; a new try gets a new one. The same bytes get the same refusal, unless
  // they came too slowly: then it says when to try again.
  const isRefused = [400, 413, 415].includes(status) && !told.has('retry-after')
  const code = isRefused ? 'VALIDATION_ERROR' : 'SERVICE_UNAVAILABLE'
  const requestId = told.get('x-request-id') ?? undefined
  throw new ApiError({ code, status, requestId, message: 'The photo was refused' })
}

/** By this phone's clock, which may be wrong: what it sends was done so long before. */
const sentNow = () => ({ sentAt: new Date().toISOString() })

/** @param onMade hears each new task, as the service has it */
export const createTransport = (client: Client, onMade: (task: Task) => void): Transport => ({
  sendBatch: async (operations, key) => {
    const reply = await client.send(
      bulkTasks,
      { query: sentNow(), body: { operations: [...operations] } },
      { idempotencyKey: key },
    )
    return { results: reply.notModified ? [] : reply.data, requestId: reply.requestId }
  },
  sendPhoto: async ({ id, at, taskId, work }) => {
    if (work.kind !== 'photo') return
    // The same bytes are as unreadable at the next try.
    const bytes = await work.photo.arrayBuffer().catch((cause) => {
      throw new ApiError({ code: 'VALIDATION_ERROR', status: 0, message: 'The photo is unreadable' }, cause)
    })
    const params = { id: taskId }
    const upload = await client.call(addTaskAttachment, {
      params,
      body: { contentType: 'image/jpeg', size: bytes.byteLength, kind: work.attachmentKind },
    })
    if (!upload.url || !upload.key)
      throw new ApiError({ code: 'BAD_ANSWER', status: 200, message: 'No upload address' })
    await putBytes(upload.url, upload.headers ?? {}, bytes)
    // Each try brings an upload of its own; the one whose answer was lost may be on the task already.
    const operation = { clientId: id, at, taskId, kind: 'attachment', key: upload.key } as const
    const reply = await client.send(bulkTasks, { query: sentNow(), body: { operations: [operation] } })
    const [result] = reply.notModified ? [] : reply.data
    if (result?.ok) return
    const code = (result?.code ?? 'BAD_ANSWER') as ApiError['code']
    throw new ApiError({ code, status: 200, requestId: reply.requestId, message: 'The photo was refused' })
  },
  sendNew: async ({ work, owner }, idempotencyKey) => {
    if (work.kind !== 'create') throw new Error('Only a new task is made')
    const { title, description, category, room, mine } = work
    const body = {
      title,
      description,
      category,
      amenityId: room?.id,
      assignee: mine ? { userId: owner } : null,
    }
    const task = await client.call(createTask, { body }, { idempotencyKey })
    onMade(task)
    return task.id
  },
  sendShift: async ({ taskId, at, work }, idempotencyKey) => {
    const params = { id: taskId }
    if (work.kind === 'shift-end')
      await client.call(
        setDuty,
        { params, query: sentNow(), body: { state: 'OFF', at, note: work.note } },
        { idempotencyKey },
      )
    if (work.kind !== 'notes-read') return
    try {
      await client.call(setDuty, { params, body: { readNotes: [...work.noteIds] } }, { idempotencyKey })
    } catch (error) {
      // Gone after its day: nobody needs to know that it was read.
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
    }
  },
})
