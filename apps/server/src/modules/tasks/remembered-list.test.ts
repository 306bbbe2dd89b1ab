import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { makeTask, move } from './test-tasks.ts'

const server = await startTestServer({ worker: false })
const second = await startTestServer({ worker: false, beside: server })

let questions = 0

/** Field names of the contract are all that is read, so this asks the same in words that nobody asked in before. */
const fresh = (by: TestPerson, on: TestServer = server) =>
  on.call<Task[]>('GET', `/api/tasks?n=${++questions}`, { token: by.token })
const list = (by: TestPerson, on: TestServer = server) =>
  on.call<Task[]>('GET', '/api/tasks', { token: by.token })

const assertTrue = async (people: readonly TestPerson[], what: string): Promise<void> => {
  for (const by of people) {
    const expected = (await fresh(by)).json
    for (const on of [server, second]) assert.deepEqual((await list(by, on)).json, expected, what)
  }
}

/** Whatever is open reads no row of a task while this runs. */
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

const attach = async (by: TestPerson, taskId: string): Promise<unknown> => {
  const to = `/api/tasks/${taskId}/attachments`
  const ticket = await server.call<Upload>('POST', to, {
    token: by.token,
    body: { contentType: 'image/jpeg', size: photo.length, kind: 'OTHER' },
  })
  const { key, url, method, headers } = ticket.json.data
  await fetch(server.base + new URL(url).pathname, { method, headers, body: new Uint8Array(photo) })
  return server.call('POST', to, { token: by.token, body: { key } })
}

const world = async (): Promise<{ tenant: TestTenant; amenityId: string; buildingId: string }> => {
  const tenant = await createTenant(server)
  return { tenant, ...(await createPlace(server, tenant)) }
}

test('A list that nobody has changed is answered again without reading a task, with the same ETag', async () => {
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

test('After every kind of change the list shows it at once, to each of its readers and on another instance', async () => {
  const { tenant, amenityId, buildingId } = await world()
  const { manager, technician, admin } = tenant
  const readers = [manager, technician, admin]
  const task = await makeTask(server, manager, { amenityId, category: 'NO_SOAP' })
  const other = await makeTask(server, manager, { title: 'Another', buildingId })
  const send = (method: string, path: string, body?: unknown, by = manager) =>
    server.call<{ id: string }>(method, `/api${path}`, { token: by.token, body })
  const location = await send('POST', '/admin/locations', { buildingId, name: 'Ground' }, admin)
  await send('PATCH', `/admin/amenities/${amenityId}`, { locationId: location.json.data.id }, admin)
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
  const changes: [string, () => Promise<unknown>][] = [
    ['a new task', () => makeTask(server, manager, { amenityId })],
    ['its title', () => send('PATCH', `/tasks/${task.id}`, { title: 'New title' })],
    ['its assignee', () => send('POST', `/tasks/${task.id}/assign`, { userId: technician.id })],
    ['its status', () => move(server, technician, task.id, { status: 'IN_PROGRESS' })],
    ['a note', () => send('POST', `/tasks/${task.id}/notes`, { text: 'Looked at it' })],
    ['a photo', () => attach(technician, task.id)],
    ['its end', () => move(server, technician, task.id, { status: 'DONE', resolution: 'Fixed' })],
    ['a claim', () => send('POST', `/tasks/${other.id}/claim`, undefined, technician)],
    ['many at once', () => send('POST', '/tasks/bulk', { ids: [task.id, other.id], priority: 'URGENT' })],
    ['the name of the building', () => send('PATCH', `/admin/buildings/${buildingId}`, { name: 'B' }, admin)],
    ['the name of the amenity', () => send('PATCH', `/admin/amenities/${amenityId}`, { name: 'A' }, admin)],
    [
      'the name of the location',
      () => send('PATCH', `/admin/locations/${location.json.data.id}`, { name: 'L' }, admin),
    ],
    ['the name of the assignee', () => send('PATCH', '/auth/me', { name: 'Renamed' }, technician)],
    [
      'the name of the category',
      () => send('PATCH', `/admin/amenity-types/${type.id}`, { categories }, admin),
    ],
    ['the language of the reader', () => send('PATCH', '/auth/me', { language: 'de' }, manager)],
    ['a merge', () => send('POST', `/tasks/${other.id}/merge`, { taskIds: [task.id] })],
    ['a deletion', () => send('DELETE', `/tasks/${other.id}`, undefined, admin)],
  ]
  await assertTrue(readers, 'at first')
  for (const [what, change] of changes) {
    const before = await Promise.all(readers.map(async (by) => (await list(by)).text))
    const reply = (await change()) as { status: unknown; text?: string }
    assert.ok(typeof reply.status !== 'number' || reply.status < 300, `${what}: ${reply.text}`)
    await assertTrue(readers, what)
    const after = await Promise.all(readers.map(async (by) => (await list(by)).text))
    assert.ok(
      after.some((text, index) => text !== before[index]),
      `${what} changes nothing, so this proves nothing`,
    )
  }
})

/** The same person, signed in still, some time later. */
const later = async (person: TestPerson, milliseconds: number): Promise<TestPerson> => {
  server.clock.advance(milliseconds)
  const { json } = await server.call<{ accessToken: string; refreshToken: string }>(
    'POST',
    '/api/auth/refresh',
    { body: { refreshToken: person.refreshToken } },
  )
  return { ...person, token: json.data.accessToken, refreshToken: json.data.refreshToken }
}

test('Time alone changes the list too: a task becomes overdue, and a finish can no longer be taken back', async () => {
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

test('A list with photos is not told for longer than the addresses of its photos open', async () => {
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

test('Overdue tasks are asked for anew at every moment', async () => {
  const { tenant } = await world()
  const due = new Date(server.clock.now().getTime() + 60_000).toISOString()
  await makeTask(server, tenant.manager, { dueAt: due })
  const overdue = async () =>
    (await server.call<Task[]>('GET', '/api/tasks?overdue=true', { token: tenant.manager.token })).json.total
  assert.equal(await overdue(), 0)
  server.clock.advance(60_001)
  assert.equal(await overdue(), 1)
})

test('What a change takes back is not counted, and two changes at once are counted both', async () => {
  const { tenant, amenityId } = await world()
  const task = await makeTask(server, tenant.manager, { amenityId })
  const revision = async () => server.built.platform.revisions.of(tenant.id)
  const before = await revision()
  await tenant
    .inside(async (ctx) => {
      await ctx.run('update task set title = $3 where tenant_id = $1 and id = $2', [tenant.id, task.id, 'X'])
      throw new Error('Not after all')
    })
    .catch(() => {})
  assert.equal(await revision(), before)
  await tenant.inside((ctx) =>
    ctx
      .attempt(async () => {
        await ctx.run('update task set title = $3 where tenant_id = $1 and id = $2', [
          tenant.id,
          task.id,
          'X',
        ])
        throw new Error('Not this part')
      })
      .catch(() => {}),
  )
  assert.equal(await revision(), before)
  await Promise.all(['A', 'B'].map((title) => makeTask(server, tenant.manager, { title })))
  assert.equal(await revision(), before + 2)
  await assertTrue([tenant.manager], 'two tasks at once')
})

test('Every row that a list can show counts, whoever writes it, and what no list shows does not', async () => {
  const { tenant, amenityId, buildingId } = await world()
  const task = await makeTask(server, tenant.manager, { amenityId })
  const inserted = (table: string, columns: string, values: string): string =>
    `insert into ${table} (tenant_id, id, created_at, ${columns}) values ($1, gen_random_uuid(), now(), ${values})`
  const upload = "'image/jpeg', 1, now()"
  const statements: [number, string][] = [
    [
      1,
      inserted(
        'task_note',
        'task_id, text, author_kind, author_id, author_name',
        `'${task.id}', 'x', 'USER', '', ''`,
      ),
    ],
    [1, "update task_note set text = 'y' where tenant_id = $1"],
    [1, 'delete from task_note where tenant_id = $1'],
    [
      1,
      inserted(
        'upload',
        'purpose, task_id, content_type, size, expires_at',
        `'TASK', '${task.id}', ${upload}`,
      ),
    ],
    [1, "update upload set kind = 'AFTER' where tenant_id = $1"],
    [1, 'update upload set task_id = null where tenant_id = $1'],
    [0, "update upload set kind = 'OTHER' where tenant_id = $1"],
    [1, `update upload set task_id = '${task.id}' where tenant_id = $1`],
    [1, 'delete from upload where tenant_id = $1'],
    [0, inserted('upload', 'purpose, content_type, size, expires_at', `'FEEDBACK', ${upload}`)],
    [1, 'update task set minutes_spent = 3 where tenant_id = $1'],
    [1, 'delete from task where tenant_id = $1'],
    [1, "update building set name = 'New' where tenant_id = $1"],
    [0, "update building set name = 'New' where tenant_id = $1"],
    [0, inserted('building', 'name, time_zone', "'Another', 'UTC'")],
    [1, "update amenity set name = 'New' where tenant_id = $1"],
    [1, "update amenity set type = 'ELEVATOR' where tenant_id = $1"],
    [0, "update amenity set state = 'DEGRADED' where tenant_id = $1"],
    [0, inserted('location', 'building_id, name, kind', `'${buildingId}', 'Ground', 'FLOOR'`)],
    [
      1,
      'update amenity a set location_id = l.id from location l where a.tenant_id = $1 and l.tenant_id = $1',
    ],
    [1, "update location set name = 'Level 0' where tenant_id = $1"],
    [1, 'update amenity set location_id = null where tenant_id = $1'],
    [1, 'delete from location where tenant_id = $1'],
    [1, "update amenity_type set categories = '[]' where tenant_id = $1 and code = 'ELEVATOR'"],
    [1, "delete from amenity_type where tenant_id = $1 and code <> 'ELEVATOR'"],
    [1, "update app_user set language = 'de' where tenant_id = $1"],
    [0, 'update app_user set last_sign_in_at = now() where tenant_id = $1'],
    [1, `update tenant set settings = '{"profile": {"locale": "de"}}' where id = $1`],
    [0, "update tenant set name = 'New' where id = $1"],
  ]
  for (const [expected, text] of statements) {
    const before = await server.built.platform.revisions.of(tenant.id)
    await tenant.inside((ctx) => ctx.run(text, [tenant.id]))
    assert.equal((await server.built.platform.revisions.of(tenant.id)) - before, expected, text)
  }
})

test('The role of requests can read revisions and cannot write them', async () => {
  const { tenant } = await world()
  for (const text of [
    'update tenant_revision set tasks = 0 where tenant_id = $1',
    'insert into tenant_revision (tenant_id) values ($1)',
    'delete from tenant_revision where tenant_id = $1',
  ])
    await assert.rejects(
      tenant.inside((ctx) => ctx.run(text, [tenant.id])),
      /permission denied/,
    )
})

test('What one person is shown is shown to nobody else', async () => {
  const { tenant } = await world()
  const covering = await tenant.person(['TECHNICIAN'])
  await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } })
  assert.equal((await list(tenant.technician)).json.total, 1)
  assert.equal((await list(covering)).json.total, 0)
  assert.equal((await list((await world()).tenant.manager)).json.total, 0)
})
