import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Upload } from '#contracts/records.ts'
import type { Attachment, BulkResult, Note, TaskDetail } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { openPhotos } from '../testing/test-photos.ts'
import { eventsOf, historyOf, listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const { photo, attach, send, upload } = await openPhotos(server)

test('Notes are listed oldest first, each with its author, and each counts as a change of the task', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const write = (by: TestPerson, body: unknown) =>
    server.call<Note>('POST', `/api/tasks/${task.id}/notes`, { token: by.token, body })
  const first = await write(tenant.manager, { text: 'First\r\nline', public: true })
  assert.equal(first.status, 201)
  assert.equal(first.json.data.text, 'First\nline')
  await write(tenant.technician, { text: 'Second' })
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task.id}/notes`, {
    token: tenant.manager.token,
  })
  assert.deepEqual(
    notes.json.data.map(({ text, public: open, author }) => [text, open, author.id]),
    [
      ['First\nline', true, tenant.manager.id],
      ['Second', false, tenant.technician.id],
    ],
  )
  assert.equal(notes.json.total, 2)
  const reversed = await server.call<Note[]>(
    'GET',
    `/api/tasks/${task.id}/notes?sort=-createdAt&pageSize=1`,
    { token: tenant.manager.token },
  )
  assert.deepEqual([reversed.json.data[0]?.text, reversed.json.total], ['Second', 2])
  const [listed] = (await listOf(server, tenant.manager)).json.data
  assert.deepEqual([listed?.noteCount, listed?.version], [2, 3])
  assert.deepEqual(
    (await eventsOf(tenant, 'task.note_added')).map((payload) => payload.public),
    [true, false],
  )
  for (const body of [{}, { text: '' }, { text: '   ' }, { text: 'x'.repeat(2001) }, { text: 'a\u0000b' }]) {
    assert.equal((await write(tenant.manager, body)).json.code, 'VALIDATION_ERROR')
  }
})

test('A task takes 50 photos, including those still being uploaded', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const ask = () =>
    attach(tenant.manager, task.id, { contentType: 'image/jpeg', size: photo.length, kind: 'OTHER' })
  const taken = await Promise.all(Array.from({ length: 50 }, ask))
  assert.ok(taken.every(({ status }) => status === 201))
  const refused = await ask()
  assert.equal(refused.json.code, 'VALIDATION_ERROR', refused.text)
  const another = await makeTask(server, tenant.manager)
  const other = await attach(tenant.manager, another.id, { contentType: 'image/jpeg', size: photo.length })
  assert.equal(other.status, 201, other.text)
})

test('A photo is uploaded in two steps and then belongs to the task, once', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const key = await upload(tenant.technician, task.id, 'BEFORE')
  const registered = await attach<Attachment>(tenant.technician, task.id, { key })
  assert.equal(registered.status, 201, registered.text)
  assert.deepEqual(
    [registered.json.data.kind, registered.json.data.author.id],
    ['BEFORE', tenant.technician.id],
  )
  const [listed] = (await listOf(server, tenant.manager)).json.data
  assert.deepEqual(
    listed?.attachments.map(({ id }) => id),
    [registered.json.data.id],
  )
  assert.equal((await attach(tenant.technician, task.id, { key })).json.code, 'VALIDATION_ERROR')
})

test('A key that is unknown, of another task or not uploaded yet is VALIDATION_ERROR, and so is an incomplete request', async () => {
  const tenant = await createTenant(server)
  const [task, other] = [await makeTask(server, tenant.manager), await makeTask(server, tenant.manager)]
  const waiting = await attach<Upload>(tenant.manager, task.id, {
    contentType: 'image/jpeg',
    size: 10,
    kind: 'AFTER',
  })
  const bodies = [
    { key: 'nonsense' },
    { key: await upload(tenant.manager, other.id) },
    { key: waiting.json.data.key },
    {},
    { contentType: 'image/jpeg' },
    { contentType: 'image/gif', size: 10 },
    { contentType: 'image/jpeg', size: 10_000_001 },
    { key: 'x', contentType: 'image/jpeg', size: 10 },
  ]
  for (const body of bodies)
    assert.equal(
      (await attach(tenant.manager, task.id, body)).json.code,
      'VALIDATION_ERROR',
      JSON.stringify(body),
    )
})

test('A note is presented with its photos', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const attachmentKeys = [await upload(tenant.manager, task.id), await upload(tenant.manager, task.id)]
  const note = await server.call<Note>('POST', `/api/tasks/${task.id}/notes`, {
    token: tenant.manager.token,
    body: { text: 'See', attachmentKeys },
  })
  assert.equal(note.status, 201, note.text)
  assert.equal(note.json.data.attachments.length, 2)
  const detail = await server.call<TaskDetail>('GET', `/api/tasks/${task.id}`, {
    token: tenant.manager.token,
  })
  assert.equal(detail.json.data.notes[0]?.attachments.length, 2)
  const refused = await server.call('POST', `/api/tasks/${task.id}/notes`, {
    token: tenant.manager.token,
    body: { text: 'Again', attachmentKeys },
  })
  assert.equal(refused.json.code, 'VALIDATION_ERROR')
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task.id}/notes`, {
    token: tenant.manager.token,
  })
  assert.equal(notes.json.total, 1)
})

test('Deleting a task deletes the photos of the tasks merged into it', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const [task, twin] = [await makeTask(server, tenant.manager), await makeTask(server, tenant.manager)]
  const key = await upload(tenant.manager, twin.id)
  const { image } = (await attach<Attachment>(tenant.manager, twin.id, { key })).json.data
  await server.call('POST', `/api/tasks/${task.id}/merge`, { token, body: { taskIds: [twin.id] } })
  const open = () => server.call('GET', new URL(image.url).pathname)
  assert.equal((await open()).status, 200)
  await server.call('DELETE', `/api/tasks/${task.id}`, { token: tenant.admin.token })
  assert.equal((await open()).json.code, 'NOT_FOUND')
})

test('An unused upload address does not count as a photo of the work, however it reached the task', async () => {
  const tenant = await createTenant(server)
  const { admin, technician } = tenant
  const settings = await server.call('PATCH', '/api/admin/settings', {
    token: admin.token,
    body: { work: { photoRequiredToFinish: true } },
  })
  assert.equal(settings.status, 200, settings.text)
  const task = await makeTask(server, technician)
  const ticket = async (): Promise<Upload> =>
    (
      await attach<Upload>(technician, task.id, {
        contentType: 'image/jpeg',
        size: photo.length,
        kind: 'AFTER',
      })
    ).json.data
  const said = await ticket()
  const note = await server.call<Note>('POST', `/api/tasks/${task.id}/notes`, {
    token: technician.token,
    body: { text: 'Done', attachmentKeys: [said.key] },
  })
  assert.equal(note.status, 201, note.text)
  const at = server.clock.now().toISOString()
  const late = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
    token: technician.token,
    body: {
      operations: [
        { clientId: newId(1), taskId: task.id, at, kind: 'attachment', key: (await ticket()).key },
        { clientId: newId(2), taskId: task.id, at, kind: 'status', status: 'DONE' },
      ],
    },
  })
  assert.deepEqual(
    late.json.data.map(({ ok, code }) => [ok, code]),
    [
      [false, 'VALIDATION_ERROR'],
      [false, 'VALIDATION_ERROR'],
    ],
  )
  assert.equal(
    (await attach(technician, task.id, { key: (await ticket()).key })).json.code,
    'VALIDATION_ERROR',
  )
  assert.equal(
    (await move(server, technician, task.id, { status: 'DONE' })).json.code,
    'VALIDATION_ERROR',
    'the note has no photo',
  )
  await send(said)
  const done = await move(server, technician, task.id, { status: 'DONE' })
  assert.deepEqual([done.status, done.json.data.verification], [200, 'CONFIRMED'])
})

test('The history lists all changes in order, with author and time, in pages', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const task = await makeTask(server, manager)
  await server.call('POST', `/api/tasks/${task.id}/assign`, {
    token: manager.token,
    body: { userId: technician.id },
  })
  await move(server, technician, task.id, { status: 'IN_PROGRESS', blocked: { reason: 'PARTS' } })
  await move(server, technician, task.id, { status: 'DONE', note: 'Part came', resolution: 'Mended' })
  await move(server, manager, task.id, { status: 'OPEN' })
  const history = await historyOf(server, manager, task.id)
  assert.deepEqual(
    history.map(({ type }) => type).sort(),
    [
      'ASSIGNED',
      'BLOCKED',
      'CREATED',
      'NOTE_ADDED',
      'REOPENED',
      'STATUS_CHANGED',
      'STATUS_CHANGED',
      'UNBLOCKED',
    ].sort(),
  )
  assert.equal(history[0]?.type, 'CREATED')
  assert.equal(history.at(-1)?.text, 'Reopened: open again')
  assert.deepEqual(
    history.map(({ at }) => at),
    history.map(({ at }) => at).toSorted(),
  )
  assert.equal(history.find(({ type }) => type === 'STATUS_CHANGED')?.actor.id, technician.id)
  const page = await server.call<unknown[]>('GET', `/api/tasks/${task.id}/history?page=2&pageSize=3`, {
    token: manager.token,
  })
  assert.deepEqual([page.json.data.length, page.json.total], [3, 8])
  await server.call('PATCH', '/api/auth/me', { token: manager.token, body: { language: 'de' } })
  const said = new Map(history.map(({ id, text }) => [id, text]))
  const inGerman = new Map(
    (await historyOf(server, manager, task.id)).map(({ id, text }) => [said.get(id), text]),
  )
  assert.deepEqual(
    Object.fromEntries(inGerman),
    {
      Created: 'Angelegt',
      [`Assigned to ${technician.name}`]: `${technician.name} zugewiesen`,
      'Moved from open to in progress': 'Von offen zu in Arbeit geändert',
      'Put on hold: parts are missing': 'Zurückgestellt: Teile fehlen',
      'No longer on hold': 'Nicht mehr zurückgestellt',
      'Note added': 'Notiz hinzugefügt',
      'Moved from in progress to done': 'Von in Arbeit zu erledigt geändert',
      'Reopened: open again': 'Wieder geöffnet: wieder offen',
    },
    'in the language of the reader',
  )
})
