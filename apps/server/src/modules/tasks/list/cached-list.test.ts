import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { erasePerson } from '../../../../../../seeds/erase-person.ts'
import { confirmTask, reopenTask } from '../public.ts'
import { makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })
const second = await startTestServer({ worker: false, beside: server })

/** A person, or a program with its API key. */
type Reader = Pick<TestPerson, 'token'> | { readonly key: string }

let questions = 0

/**
 * Only parameters of the contract are read, so an unknown one gives the same question under a URL that is not in
 * the cache.
 */
const fresh = (by: Reader, on: TestServer = server) =>
  on.call<Task[]>('GET', `/api/tasks?n=${++questions}`, by)
const list = (by: Reader, on: TestServer = server) => on.call<Task[]>('GET', '/api/tasks', by)

/** @returns the list of each of them */
const assertTrue = (people: readonly Reader[], what: string): Promise<string[]> =>
  Promise.all(
    people.map(async (by) => {
      const expected = await fresh(by)
      for (const on of [server, second]) assert.deepEqual((await list(by, on)).json, expected.json, what)
      return expected.text
    }),
  )

/** Locks the table of tasks, so that nothing can read it meanwhile. */
const withTasksLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  try {
    await owner.query('begin; lock table task in access exclusive mode')
    return await work()
  } finally {
    await owner.query('rollback')
    await owner.end()
  }
}

const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer()

const requestUpload = async (by: TestPerson, taskId: string): Promise<Upload> => {
  const ticket = await server.call<Upload>('POST', `/api/tasks/${taskId}/attachments`, {
    token: by.token,
    body: { contentType: 'image/jpeg', size: photo.length, kind: 'OTHER' },
  })
  return ticket.json.data
}

const put = ({ url, method, headers }: Upload): Promise<Response> =>
  fetch(server.base + new URL(url).pathname, { method, headers, body: new Uint8Array(photo) })

const attach = async (by: TestPerson, taskId: string): Promise<unknown> => {
  const ticket = await requestUpload(by, taskId)
  await put(ticket)
  const to = `/api/tasks/${taskId}/attachments`
  return server.call('POST', to, { token: by.token, body: { key: ticket.key } })
}

const world = async (): Promise<{ tenant: TestTenant; amenityId: string; buildingId: string }> => {
  const tenant = await createTenant(server)
  return { tenant, ...(await createPlace(server, tenant)) }
}

test('A list without changes is answered from the cache without reading a task, with the same ETag', async () => {
  const { tenant, amenityId } = await world()
  await makeTask(server, tenant.manager, { amenityId })
  const first = await list(tenant.manager)
  const { again, unchanged } = await withTasksLocked(async () => ({
    again: await list(tenant.manager),
    unchanged: await server.call('GET', '/api/tasks', {
      token: tenant.manager.token,
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    }),
  }))
  assert.deepEqual(again.json, first.json)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
  assert.equal(unchanged.status, 304)
})

test('Every kind of change appears in the list at once, for all readers and on another instance', async () => {
  const { tenant, amenityId, buildingId } = await world()
  const { manager, technician, admin } = tenant
  const key = await createKey(server, tenant, 'read')
  const readers: Reader[] = [manager, technician, admin, { key: key.key }]
  const send = (method: string, path: string, body?: unknown, by: TestPerson = manager) =>
    server.call<{ id: string; version: number }>(method, `/api${path}`, { token: by.token, body })
  const made = async (path: string, body: unknown): Promise<string> => {
    const reply = await send('POST', path, body, admin)
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const task = await makeTask(server, manager, { amenityId, category: 'NO_SOAP' })
  const other = await makeTask(server, manager, { title: 'Another', buildingId })
  const locationId = await made('/admin/locations', { buildingId, name: 'Room' })
  const floorId = await made('/admin/locations', { buildingId, name: 'Ground' })
  await send('PATCH', `/admin/buildings/${buildingId}`, { externalId: 'B-1' }, admin)
  await send('PATCH', `/admin/amenities/${amenityId}`, { locationId, externalId: 'A-1' }, admin)
  const pod = {
    code: 'POD',
    name: 'Pod',
    categories: [{ code: 'CREAKS', names: { en: 'It creaks', de: 'Knarrt' } }],
  }
  let podType = await made('/admin/amenity-types', pod)
  const podId = await made('/admin/amenities', { name: 'Pod 1', buildingId, type: 'POD', locationId })
  await makeTask(server, manager, { amenityId: podId, category: 'CREAKS' })
  const leaver = await tenant.person(['TECHNICIAN'])
  const late = await requestUpload(technician, task.id)
  const types = await server.call<{ id: string; code: string; categories: { code: string }[] }[]>(
    'GET',
    '/api/admin/amenity-types?pageSize=100',
    { token: admin.token },
  )
  const type = types.json.data.find(({ code }) => code === 'WASHROOM')
  assert.ok(type)
  const categories = type.categories.map((one) =>
    one.code === 'NO_SOAP' ? { ...one, names: { en: 'Soap is out' }, name: 'Soap is out' } : one,
  )
  const file = (building: string, amenity: string) => () =>
    send(
      'POST',
      '/admin/buildings/import',
      {
        csv: `building,building id,room,amenity,amenity id,type\n${building},B-1,Room,${amenity},A-1,WASHROOM\n`,
      },
      admin,
    )
  const block = (note: string) => () =>
    move(server, technician, task.id, { status: 'IN_PROGRESS', blocked: { reason: 'OTHER', note } })
  const changes: [string, () => Promise<unknown>][] = [
    ['a new task', () => makeTask(server, manager, { amenityId })],
    ['its title', () => send('PATCH', `/tasks/${task.id}`, { title: 'New title' })],
    ['its labels', () => send('PATCH', `/tasks/${task.id}`, { labels: ['urgent'] })],
    ['its assignee', () => send('POST', `/tasks/${task.id}/assign`, { userId: technician.id })],
    ['its status', () => move(server, technician, task.id, { status: 'IN_PROGRESS' })],
    ['that it is blocked', block('Parts')],
    ['what it waits for, which has no line of history', block('Other parts')],
    ['a note', () => send('POST', `/tasks/${task.id}/notes`, { text: 'Looked at it' })],
    ['a photo', () => attach(technician, task.id)],
    [
      'a note with a photo that is on its way',
      () => send('POST', `/tasks/${task.id}/notes`, { text: 'See', attachmentKeys: [late.key] }, technician),
    ],
    ['the bytes of that photo', () => put(late)],
    ['its end', () => move(server, technician, task.id, { status: 'DONE', resolution: 'Fixed' })],
    [
      'a visitor who says that it is fixed',
      () => tenant.inside((ctx) => confirmTask(ctx, task.id)).then(() => ({ status: 200 })),
    ],
    [
      'a visitor who says that it is not fixed',
      () => tenant.inside((ctx) => reopenTask(ctx, task.id)).then(() => ({ status: 200 })),
    ],
    ['a claim', () => send('POST', `/tasks/${other.id}/claim`, undefined, technician)],
    ['many at once', () => send('POST', '/tasks/bulk', { ids: [task.id, other.id], priority: 'URGENT' })],
    ['the name of the building', () => send('PATCH', `/admin/buildings/${buildingId}`, { name: 'B' }, admin)],
    ['the name of the amenity', () => send('PATCH', `/admin/amenities/${amenityId}`, { name: 'A' }, admin)],
    ['the name of the building, from a file', file('Tower', 'A')],
    ['the name of the amenity, from a file', file('Tower', 'Washroom A')],
    [
      'the name of the location',
      () => send('PATCH', `/admin/locations/${locationId}`, { name: 'Room 1' }, admin),
    ],
    [
      'what the location lies in',
      () => send('PATCH', `/admin/locations/${locationId}`, { kind: 'ROOM', parentId: floorId }, admin),
    ],
    ['the name of the assignee', () => send('PATCH', '/auth/me', { name: 'Renamed' }, technician)],
    [
      'the name of the assignee, by an administrator',
      () => send('PATCH', `/admin/users/${technician.id}`, { name: 'Renamed again' }, admin),
    ],
    [
      'the name of the category',
      () => send('PATCH', `/admin/amenity-types/${type.id}`, { categories }, admin),
    ],
    ['the language of the reader', () => send('PATCH', '/auth/me', { language: 'de' }, manager)],
    [
      'the language of the reader, by an administrator',
      () => send('PATCH', `/admin/users/${manager.id}`, { language: 'en' }, admin),
    ],
    [
      'the language of the tenant, for a program',
      () => send('PATCH', '/admin/settings', { profile: { locale: 'de' } }, admin),
    ],
    ['an amenity that is taken away', () => send('DELETE', `/admin/amenities/${podId}`, undefined, admin)],
    ['a type that is deleted', () => send('DELETE', `/admin/amenity-types/${podType}`, undefined, admin)],
    [
      'a type of the same code',
      async () => {
        podType = await made('/admin/amenity-types', pod)
        return { status: 201 }
      },
    ],
    ['a merge', () => send('POST', `/tasks/${other.id}/merge`, { taskIds: [task.id] })],
    ['work for somebody else', () => send('POST', `/tasks/${other.id}/assign`, { userId: leaver.id })],
    ['somebody who leaves', () => send('DELETE', `/admin/users/${leaver.id}`, undefined, admin)],
    ['a deletion', () => send('DELETE', `/tasks/${other.id}`, undefined, admin)],
  ]
  let before = await assertTrue(readers, 'at first')
  for (const [what, change] of changes) {
    const reply = (await change()) as { status: unknown; text?: string }
    assert.ok(typeof reply.status !== 'number' || reply.status < 300, `${what}: ${reply.text}`)
    const after = await assertTrue(readers, what)
    assert.ok(
      after.some((text, index) => text !== before[index]),
      `${what} changes nothing, so this proves nothing`,
    )
    before = after
  }
})

/** The same person, still signed in, some time later. */
const later = async (person: TestPerson, milliseconds: number): Promise<TestPerson> => {
  server.clock.advance(milliseconds)
  const { json } = await server.call<{ accessToken: string; refreshToken: string }>(
    'POST',
    '/api/auth/refresh',
    { body: { refreshToken: person.refreshToken } },
  )
  return { ...person, token: json.data.accessToken, refreshToken: json.data.refreshToken }
}

test('Time alone changes the list too: a task becomes overdue, and a finished one can no longer be reopened', async () => {
  const { tenant, amenityId } = await world()
  const { manager } = tenant
  let { technician } = tenant
  const waits = async (milliseconds: number): Promise<void> => {
    technician = await later(technician, milliseconds)
  }
  const at = server.clock.now().getTime()
  await makeTask(server, manager, { amenityId, dueAt: new Date(at + 3_600_000).toISOString() })
  const done = await makeTask(server, manager, { assignee: { userId: technician.id } })
  await move(server, technician, done.id, { status: 'DONE' })
  const seen = async () =>
    (await list(technician)).json.data.map(({ overdue, allowed }) => [overdue, allowed.includes('reopen')])
  await waits(0)
  assert.deepEqual(await seen(), [
    [false, true],
    [false, false],
  ])
  await waits(3_600_001)
  assert.deepEqual(await seen(), [
    [false, true],
    [true, false],
  ])
  await waits(23 * 3_600_000)
  assert.deepEqual(await seen(), [
    [false, false],
    [true, false],
  ])
  await assertTrue([technician], 'a day later')
})

test('A list with photos is not cached longer than the addresses of its photos are valid', async () => {
  const { tenant, amenityId } = await world()
  const task = await makeTask(server, tenant.manager, { amenityId })
  await attach(tenant.manager, task.id)
  const photos = async (by: TestPerson): Promise<string[]> =>
    (await list(by)).json.data.flatMap(({ attachments }) => attachments.map(({ image }) => image.url))
  const before = await photos(tenant.manager)
  assert.equal(before.length, 1)
  const manager = await later(tenant.manager, 24 * 3_600_000)
  await assertTrue([manager], 'a day later')
  const [url = ''] = await photos(manager)
  assert.notEqual(url, before[0])
  assert.equal((await fetch(server.base + new URL(url).pathname)).status, 200)
})

test('A list of overdue tasks is never answered from the cache', async () => {
  const { tenant } = await world()
  const due = new Date(server.clock.now().getTime() + 60_000).toISOString()
  await makeTask(server, tenant.manager, { dueAt: due })
  const overdue = async () =>
    (await server.call<Task[]>('GET', '/api/tasks?overdue=true', { token: tenant.manager.token })).json.total
  assert.equal(await overdue(), 0)
  server.clock.advance(60_001)
  assert.equal(await overdue(), 1)
})

test('The name of an erased person disappears from the list at once', async () => {
  const { tenant, amenityId } = await world()
  const { manager, admin } = tenant
  const leaver = await tenant.person(['MANAGER'])
  const task = await makeTask(server, leaver, { amenityId })
  await attach(leaver, task.id)
  const named = async (): Promise<boolean> => (await list(manager)).text.includes(leaver.name)
  await server.call('DELETE', `/api/admin/users/${leaver.id}`, { token: admin.token })
  assert.equal(await named(), true)
  await erasePerson(server.built, tenant.id, leaver.id)
  assert.equal(await named(), false)
  await assertTrue([manager], 'nobody by that name')
})

test('What one person is shown is shown to nobody else', async () => {
  const { tenant } = await world()
  const covering = await tenant.person(['TECHNICIAN'])
  await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } })
  assert.equal((await list(tenant.technician)).json.total, 1)
  assert.equal((await list(covering)).json.total, 0)
  assert.equal((await list((await world()).tenant.manager)).json.total, 0)
})
