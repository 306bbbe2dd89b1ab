/** How operations reach the service. */
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { addTaskAttachment, bulkTasks } from '#contracts/tasks.ts'
import type { Transport } from './outbox.ts'

/** A photo on a weak line: longer than this and the next try begins anew. */
const uploadMilliseconds = 120_000

const putBytes = async (url: string, headers: Record<string, string>, photo: Blob): Promise<void> => {
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
  // The address works once and for ten minutes; a new try gets a new one.
  const code = response.status === 413 || response.status === 415 ? 'VALIDATION_ERROR' : 'SERVICE_UNAVAILABLE'
  throw new ApiError({ code, status: response.status, message: 'The photo was refused' })
}

export const createTransport = (client: Client): Transport => ({
  sendBatch: (operations, key) =>
    client.call(bulkTasks, { body: { operations: [...operations] } }, { idempotencyKey: key }),
  sendPhoto: async ({ taskId, work }) => {
    if (work.kind !== 'photo') return
    const params = { id: taskId }
    const upload = await client.call(addTaskAttachment, {
      params,
      body: { contentType: 'image/jpeg', size: work.photo.size, kind: work.attachmentKind },
    })
    if (!upload.url || !upload.key)
      throw new ApiError({ code: 'BAD_ANSWER', status: 200, message: 'No upload address' })
    await putBytes(upload.url, upload.headers ?? {}, work.photo)
    await client.call(addTaskAttachment, { params, body: { key: upload.key } })
  },
})
