/** Sends operations to the service. */
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { setDuty } from '#contracts/operator.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { addTaskAttachment, bulkTasks, createTask } from '#contracts/tasks.ts'
import { putBytes } from '#offline/upload.ts'
import type { Transport } from './outbox.ts'

/** This phone's clock may be wrong; with `sentAt` the service computes how long ago each operation happened. */
const sentNow = () => ({ sentAt: new Date().toISOString() })

/** @param onMade called with each created task */
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
    // Unreadable bytes stay unreadable, so this is permanent.
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
    // Each attempt makes a new upload; the service detects by clientId if the photo is already attached.
    const operation = {
      clientId: id,
      at,
      taskId,
      kind: 'attachment',
      key: upload.key,
      ...(work.public ? { public: true } : {}),
    } as const
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
  sendAlone: async ({ taskId, at, work }, idempotencyKey) => {
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
      // The note has expired, so marking it as read no longer matters.
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
    }
  },
})
