/** An API key acts for the tenant: it sees what a manager sees, and its name is recorded. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import type { FeedbackDetail, FeedbackItem } from '#contracts/dashboard.ts'
import type { Moderation } from '#contracts/feedback/moderation.ts'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { Upload } from '#contracts/records.ts'
import type {
  Attachment,
  BulkResult,
  HistoryEntry,
  Note,
  Task,
  TaskDetail,
} from '#contracts/tasks/records.ts'
import { startTestServer } from './server.ts'
import { createKey, createPlace, createTenant, type TestKey, type TestTenant } from './world.ts'

const server = await startTestServer()

let tenant: TestTenant
let key: TestKey
let author: { id: string; name: string; kind: 'KEY' }
before(async () => {
  tenant = await createTenant(server)
  key = await createKey(server, tenant, 'read', 'write')
  author = { id: key.id, name: key.name, kind: 'KEY' }
})

const as = <T>(method: string, target: string, body?: unknown, by: TestKey = key) =>
  server.call<T>(method, target, { key: by.key, body })
const done = async <T>(method: string, target: string, body?: unknown): Promise<T> => {
  const reply = await as<T>(method, target, body)
  assert.ok(reply.status < 300, `${method} ${target}: ${reply.text}`)
  return reply.json.data
}
const makeTask = (body: object = {}): Promise<Task> =>
  done<Task>('POST', '/api/tasks', { title: 'Lamp is out', ...body })

test('A key sees all tasks of its tenant, whoever they are assigned to', async () => {
  const ids: string[] = []
  for (const person of [tenant.technician, tenant.manager])
    ids.push((await makeTask({ assignee: { userId: person.id } })).id)
  const listed = await server.call<Task[]>('GET', '/api/tasks?pageSize=100', { key: key.key })
  const seen = listed.json.data.map(({ id }) => id)
  assert.ok(ids.every((id) => seen.includes(id)))
  for (const id of ids) assert.equal((await as('GET', `/api/tasks/${id}`)).status, 200)
})

test('Tasks cannot be assigned to a key: "me" is VALIDATION_ERROR, and so is claiming one in an offline queue', async () => {
  for (const query of ['assignee=me', 'assigneeId=me', 'assignee=none,me']) {
    for (const target of ['/api/tasks', '/api/tasks/summary'])
      assert.equal((await as('GET', `${target}?${query}`)).json.code, 'VALIDATION_ERROR', query)
  }
  assert.equal((await as('GET', '/api/tasks?assignee=none')).status, 200)
  const task = await makeTask()
  assert.equal((await as('POST', `/api/tasks/${task.id}/claim`)).json.code, 'FORBIDDEN')
  const [result] = await done<BulkResult[]>('POST', '/api/tasks/bulk', {
    operations: [{ clientId: 'a', at: '2026-11-20T08:00:00Z', taskId: task.id, kind: 'claim' }],
  })
  assert.deepEqual([result?.ok, result?.code], [false, 'VALIDATION_ERROR'])
  const other = await as('POST', '/api/tasks', { title: 'x', assignee: { userId: key.id } })
  assert.equal(other.json.code, 'NOT_FOUND')
  assert.equal((await done<Task>('GET', `/api/tasks/${task.id}`)).assignee, null)
})

test('A key creates, moves, edits, assigns, merges, notes and deletes like a manager, in its own name', async () => {
  const task = await makeTask()
  assert.deepEqual(task.createdBy, author)
  const move = (status: string) => done<Task>('PATCH', `/api/tasks/${task.id}/status`, { status })
  const started = await move('IN_PROGRESS')
  assert.equal(started.assignee, null)
  assert.equal((await move('DONE')).status, 'DONE')
  server.clock.advance(48 * 3_600_000)
  assert.equal((await move('OPEN')).reopenCount, 1)
  server.clock.advance(-48 * 3_600_000)
  await done('PATCH', `/api/tasks/${task.id}`, { title: 'Lamp is out again' })
  await done('POST', `/api/tasks/${task.id}/assign`, { userId: tenant.technician.id })
  const note = await done<Note>('POST', `/api/tasks/${task.id}/notes`, { text: 'Ordered', public: true })
  assert.deepEqual(note.author, author)
  const twin = await makeTask()
  await done('POST', `/api/tasks/${task.id}/merge`, { taskIds: [twin.id] })
  const history = await done<HistoryEntry[]>('GET', `/api/tasks/${task.id}/history`)
  assert.ok(history.length >= 7)
  for (const { actor, text } of history) assert.deepEqual(actor, author, text)
  const detail = await done<TaskDetail>('GET', `/api/tasks/${task.id}`)
  assert.equal(detail.routing?.reason, `Assigned by ${key.name}`)
  assert.deepEqual(detail.notes[0]?.author, author)
  assert.deepEqual(await done('DELETE', `/api/tasks/${task.id}`), { id: task.id })
})

test('A key’s scopes decide which actions on a task are offered', async () => {
  const { id } = await makeTask()
  const reader = await createKey(server, tenant, 'read')
  const shown = async (by: TestKey) => (await as<Task>('GET', `/api/tasks/${id}`, undefined, by)).json.data
  assert.deepEqual((await shown(reader)).allowed, [])
  assert.deepEqual((await shown(key)).allowed, [
    'start',
    'finish',
    'assign',
    'block',
    'note',
    'attach',
    'edit',
    'merge',
    'delete',
  ])
})

test('A photo attached by a key has the key’s name, and if one is required to finish, a key needs it too', async () => {
  const other = await createTenant(server)
  const own = await createKey(server, other, 'read', 'write')
  const settings = await server.call('PATCH', '/api/admin/settings', {
    token: other.admin.token,
    body: { work: { photoRequiredToFinish: true } },
  })
  assert.equal(settings.status, 200, settings.text)
  const { id } = (await as<Task>('POST', '/api/tasks', { title: 'With a photo' }, own)).json.data
  const finish = () => as<Task>('PATCH', `/api/tasks/${id}/status`, { status: 'DONE' }, own)
  assert.equal((await finish()).json.code, 'VALIDATION_ERROR')
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()
  const at = `/api/tasks/${id}/attachments`
  const wish = { contentType: 'image/jpeg', size: bytes.length, kind: 'AFTER' }
  const { url, key: photo } = (await as<Upload>('POST', at, wish, own)).json.data
  const put = await server.call('PUT', new URL(url).pathname, {
    body: bytes,
    headers: { 'content-type': 'image/jpeg' },
  })
  assert.equal(put.status, 200, put.text)
  const registered = await as<Attachment>('POST', at, { key: photo }, own)
  assert.deepEqual(registered.json.data.author, { id: own.id, name: own.name, kind: 'KEY' })
  assert.equal((await finish()).json.data.verification, 'CONFIRMED')
})

test('A key moderates in its own name and, like a manager, does not read what is hidden', async () => {
  const place = await createPlace(server, tenant)
  const sent = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, comment: 'Abominable words' },
  })
  const { id } = sent.json.data
  const shown = () => done<FeedbackDetail>('GET', `/api/dashboard/feedback/${id}`)
  assert.equal((await shown()).comment, 'Abominable words')
  const hidden = await done<Moderation>('PATCH', `/api/admin/feedback/${id}`, {
    hidden: true,
    reason: 'Insulting',
  })
  assert.deepEqual(hidden.moderatedBy, author)
  assert.equal((await shown()).comment, null)
  const recent = await done<FeedbackItem[]>('GET', '/api/dashboard/feedback/recent?q=abominable')
  assert.deepEqual(recent, [])
})

test('A person who is assigned a task by a key is notified by email', async () => {
  const task = await makeTask({ assignee: { userId: tenant.technician.id }, priority: 'URGENT' })
  await server.drain()
  const mails = server.mails.filter(({ to }) => to === tenant.technician.email)
  assert.ok(mails.some(({ text }) => text.includes(task.title)))
})

test('Two keys with the same Idempotency-Key are separate callers; one that repeats a request is not', async () => {
  const second = await createKey(server, tenant, 'read', 'write')
  const send = (by: TestKey) =>
    server.call<Task>('POST', '/api/tasks', {
      key: by.key,
      body: { title: 'Once' },
      headers: { 'idempotency-key': 'same' },
    })
  const [first, again, others] = [await send(key), await send(key), await send(second)]
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.notEqual(others.json.data.id, first.json.data.id)
})

test('The audit log names the key as actor', async () => {
  const task = await makeTask()
  const [entry] = await tenant.inside(({ run }) =>
    run<Record<string, string>>(
      'select actor_kind, actor_id, actor_name, action from audit_entry where tenant_id = $1 and target = $2',
      [tenant.id, task.id],
    ),
  )
  assert.deepEqual(entry, {
    actor_kind: 'KEY',
    actor_id: key.id,
    actor_name: key.name,
    action: 'tasks.createTask',
  })
})
