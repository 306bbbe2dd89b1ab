/** A call that changes several records leaves one entry for each, so that each is found by its id. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import type { BulkAmenitiesAnswer } from '#contracts/places/amenities.ts'
import type { ImportReport } from '#contracts/places/buildings.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { startTestServer } from './server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from './world.ts'

const server = await startTestServer({ worker: false })
const missing = '019a0000-0000-7000-8000-000000000000'

const logOf = async (tenant: TestTenant, search = '') =>
  (
    await server.call<AuditEntry[]>('GET', `/api/admin/audit-log?sort=at&pageSize=100${search}`, {
      token: tenant.admin.token,
    })
  ).json
const post = async <T>(by: TestPerson, target: string, body: unknown, headers = {}): Promise<T> => {
  const reply = await server.call<T>('POST', target, { token: by.token, body, headers })
  assert.ok(reply.status < 300, reply.text)
  return reply.json.data
}
const makeTasks = async (by: TestPerson, ...titles: string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const title of titles) ids.push((await post<{ id: string }>(by, '/api/tasks', { title })).id)
  return ids
}
const idsOf = (log: readonly AuditEntry[]) => log.map(({ target }) => target)

test('A bulk change of tasks is found by each task that it changed, and by none that it did not', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const { manager } = tenant
  const ids = await makeTasks(manager, 'Lamp', 'Door', 'Merged away', 'Kept')
  const [foreign] = await makeTasks(other.manager, 'Elsewhere')
  const [lamp, door, merged, kept] = ids
  await post(manager, `/api/tasks/${kept}/merge`, { taskIds: [merged] })
  const results = await post<BulkResult[]>(manager, '/api/tasks/bulk', {
    ids: [lamp, missing, door, foreign, merged, lamp],
    priority: 'URGENT',
    status: 'DONE',
  })
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [true, false, true, false, false, true],
  )
  const { data } = await logOf(tenant, '&action=tasks.bulkTasks')
  assert.deepEqual(
    data.map(({ target, targetName, fields }) => [target, targetName, fields]),
    [
      [lamp, 'Lamp', ['status', 'priority']],
      [door, 'Door', ['status', 'priority']],
    ],
  )
  assert.equal(new Set(data.map(({ requestId }) => requestId)).size, 1)
  assert.deepEqual(
    (await logOf(tenant, `&target=${door}`)).data.map(({ action }) => action),
    ['tasks.createTask', 'tasks.bulkTasks'],
  )
  for (const id of [merged, foreign, missing])
    assert.ok(
      !(await logOf(tenant, `&target=${id}`)).data.some(({ action }) => action === 'tasks.bulkTasks'),
      `${id}`,
    )
  assert.deepEqual(idsOf((await logOf(other)).data), [foreign])
  // The list counts each entry.
  assert.equal((await logOf(tenant, `&actor=${manager.id}`)).total, 4 + 2 + 2)
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
})

test('A bulk change that changed nothing leaves no entry', async () => {
  const tenant = await createTenant(server)
  await post(tenant.manager, '/api/tasks/bulk', { ids: [missing], priority: 'LOW' })
  assert.equal((await logOf(tenant)).total, 0)
})

test('Offline operations have an audit entry for each task and action; sending them again adds none', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const [lamp, door] = await makeTasks(manager, 'Lamp', 'Door')
  const at = '2026-01-01T00:00:00Z'
  const operations = [
    { clientId: 'a', at, taskId: lamp, kind: 'claim' },
    { clientId: 'b', at, taskId: lamp, kind: 'note', text: 'On it' },
    { clientId: 'c', at, taskId: lamp, kind: 'note', text: 'Nearly' },
    { clientId: 'd', at, taskId: door, kind: 'note' },
    { clientId: 'e', at, taskId: missing, kind: 'claim' },
  ]
  for (const _ of [1, 2]) await post(technician, '/api/tasks/bulk', { operations })
  assert.deepEqual(
    (await logOf(tenant, '&action=tasks.bulkTasks')).data.map(({ target, fields, actor }) => [
      target,
      fields,
      actor.id,
    ]),
    [[lamp, ['claim', 'note'], technician.id]],
  )
  const [entry] = (await logOf(tenant, '&action=tasks.bulkTasks')).data
  assert.deepEqual(
    entry?.told.map(({ text }) => text),
    [`Assigned to ${technician.name}`, 'Note added', 'Note added'],
    'as the history of the task says it',
  )
})

test("An entry about a task has old and new values, as its history does, but no one else's changes", async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const [lamp] = await makeTasks(manager, 'Lamp')
  const change = async (by: typeof manager, body: object): Promise<void> => {
    const reply = await server.call('PATCH', `/api/tasks/${lamp}`, { token: by.token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  await change(manager, { title: 'Lamp on the stairs', priority: 'HIGH' })
  const reply = await server.call('PATCH', `/api/tasks/${lamp}/status`, {
    token: technician.token,
    body: { status: 'IN_PROGRESS' },
  })
  assert.equal(reply.status, 200, reply.text)
  const changesOf = async (action: string) =>
    (await logOf(tenant, `&action=${action}`)).data.map((entry) => entry.told.map(({ changes }) => changes))
  assert.deepEqual(await changesOf('tasks.updateTask'), [
    [
      [
        { field: 'title', from: 'Lamp', to: 'Lamp on the stairs' },
        { field: 'priority', from: 'MEDIUM', to: 'HIGH' },
      ],
    ],
  ])
  const [moved] = (await logOf(tenant, '&action=tasks.setTaskStatus')).data
  assert.ok(moved?.told.some(({ text }) => text === 'Moved from open to in progress'))
  assert.ok(!JSON.stringify(moved?.told).includes('stairs'))
})

test('A merge has one entry for the remaining task and one for each merged task', async () => {
  const tenant = await createTenant(server)
  const [kept, first, second] = await makeTasks(tenant.manager, 'Kept', 'First', 'Second')
  await post(tenant.manager, `/api/tasks/${kept}/merge`, { taskIds: [first, second] })
  assert.deepEqual(idsOf((await logOf(tenant, '&action=tasks.mergeTasks')).data), [kept, first, second])
})

test('Bulk changes of amenities have an entry for each created or changed amenity, and none for unchanged ones', async () => {
  const tenant = await createTenant(server)
  const { admin } = tenant
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const made = await post<BulkAmenitiesAnswer>(admin, '/api/admin/amenities/bulk', {
    create: { buildingId, floors: ['L1', 'L2'], types: [{ type: 'KITCHEN', count: 2 }] },
  })
  const fresh = made.amenities.map(({ id }) => id)
  assert.deepEqual(idsOf((await logOf(tenant, '&action=admin.bulkAmenities')).data), fresh)
  const update = { ids: [amenityId, ...fresh], changes: { type: 'KITCHEN' } }
  const changed = await post<BulkAmenitiesAnswer>(admin, '/api/admin/amenities/bulk', { update })
  assert.equal(changed.updated, 1)
  const last = (await logOf(tenant, '&action=admin.bulkAmenities')).data.slice(fresh.length)
  assert.deepEqual(
    last.map(({ target, targetName, fields }) => [target, targetName, fields]),
    [[amenityId, 'Washroom 1', ['type']]],
  )
})

test('An import has an entry for each building, floor and amenity; a refused or repeated one has none', async () => {
  const tenant = await createTenant(server)
  const csv = 'building,floor,amenity\nNorth,Level 1,Room\nNorth,Level 1,Hall'
  const first = await post<ImportReport>(tenant.admin, '/api/admin/buildings/import', { csv })
  const { data } = await logOf(tenant)
  assert.deepEqual(
    data.map(({ action, targetName }) => [action, targetName]),
    ['North', 'Level 1', 'Room', 'Hall'].map((name) => ['admin.importBuildings', name]),
  )
  assert.deepEqual(
    new Set(idsOf(data)),
    new Set(
      first.lines.flatMap((line) => [line.buildingId ?? '', line.locationId ?? '', line.amenityId ?? '']),
    ),
  )
  await post(tenant.admin, '/api/admin/buildings/import', { csv })
  await post(tenant.admin, '/api/admin/buildings/import', { csv: `${csv}\nSouth,,Room`, dryRun: true })
  await post(tenant.admin, '/api/admin/buildings/import', { csv: 'building,latitude\nEast,a lot' })
  assert.equal((await logOf(tenant)).total, 4)
})

test('A bulk change repeated with its Idempotency-Key has its entries once', async () => {
  const tenant = await createTenant(server)
  const ids = await makeTasks(tenant.manager, 'Lamp', 'Door')
  for (const _ of [1, 2])
    await post(tenant.manager, '/api/tasks/bulk', { ids, status: 'DONE' }, { 'idempotency-key': 'k' })
  assert.deepEqual(idsOf((await logOf(tenant, '&action=tasks.bulkTasks')).data), ids)
})
