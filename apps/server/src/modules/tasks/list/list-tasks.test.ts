/** @external search and order of text are the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createLevels, createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const titles = (tasks: readonly Task[]): string[] => tasks.map(({ title }) => title)

/** Restricts a technician to these buildings. */
const cover = async (tenant: TestTenant, userId: string, buildingIds: readonly string[]): Promise<void> => {
  await tenant.inside((ctx) =>
    ctx.run('update app_user set building_ids = $3 where tenant_id = $1 and id = $2', [
      tenant.id,
      userId,
      buildingIds,
    ]),
  )
  server.built.principals.forget(tenant.id)
}

test('The newest task comes first, 20 to a page, with the exact total', async () => {
  const { manager } = await createTenant(server)
  for (let n = 1; n <= 23; n++) await makeTask(server, manager, { title: `Task ${n}` })
  const first = await listOf(server, manager)
  assert.equal(first.json.total, 23)
  assert.equal(first.json.totalPages, 2)
  assert.equal(first.json.data.length, 20)
  assert.equal(first.json.data[0]?.title, 'Task 23')
  assert.equal(first.json.data[0]?.number, 23)
  const second = await listOf(server, manager, '?page=2')
  assert.deepEqual(titles(second.json.data), ['Task 3', 'Task 2', 'Task 1'])
})

test('The pages of every order contain what one long page contains, read from either end', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  for (let n = 0; n < 31; n++) {
    const task = await makeTask(server, manager, {
      title: `Task ${n}`,
      priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'][n % 4],
      dueAt: n % 3 === 0 ? `2030-01-${String((n % 5) + 1).padStart(2, '0')}T00:00:00Z` : null,
    })
    if (n % 3 === 1) await move(server, manager, task.id, { status: n % 2 ? 'IN_PROGRESS' : 'DONE' })
  }
  for (const field of ['createdAt', 'updatedAt', 'dueAt', 'priority', 'number', 'clock']) {
    for (const filter of ['', '&status=OPEN', '&status=OPEN,IN_PROGRESS', '&priority=LOW,URGENT']) {
      const up = await listOf(server, manager, `?pageSize=100&sort=${field}${filter}`)
      const down = await listOf(server, manager, `?pageSize=100&sort=-${field}${filter}`)
      assert.deepEqual(titles(down.json.data), titles(up.json.data).reverse(), `${field}${filter}`)
      const paged: string[] = []
      for (let page = 1; page <= Math.ceil(up.json.total / 4); page++) {
        const reply = await listOf(server, manager, `?pageSize=4&page=${page}&sort=${field}${filter}`)
        assert.equal(reply.json.total, up.json.data.length)
        paged.push(...titles(reply.json.data))
      }
      assert.deepEqual(paged, titles(up.json.data), `${field}${filter}`)
    }
  }
})

test('An id in upper case is accepted in path, query and body, and returned in lower case', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const [building, person] = [(await createPlace(server, tenant)).buildingId, technician.id]
  const { id } = await makeTask(server, manager, {
    buildingId: building.toUpperCase(),
    assignee: { userId: person.toUpperCase() },
  })
  const one = await server.call<Task>('GET', `/api/tasks/${id.toUpperCase()}`, { token: manager.token })
  assert.deepEqual(
    [one.json.data.id, one.json.data.building?.id, one.json.data.assignee?.id],
    [id, building, person],
  )
  for (const query of [`?building=${building.toUpperCase()}`, `?assigneeId=${person.toUpperCase()}`])
    assert.deepEqual(
      (await listOf(server, manager, query)).json.data.map((task) => task.id),
      [id],
    )
  const log = await server.call<{ target: string }[]>(
    'GET',
    `/api/admin/audit-log?target=${id.toUpperCase()}`,
    {
      token: tenant.admin.token,
    },
  )
  assert.deepEqual(
    log.json.data.map(({ target }) => target),
    [id],
  )
})

test('-priority starts with URGENT', async () => {
  const { manager } = await createTenant(server)
  for (const priority of ['LOW', 'URGENT', 'MEDIUM', 'HIGH']) await makeTask(server, manager, { priority })
  const list = await listOf(server, manager, '?sort=-priority')
  assert.deepEqual(
    list.json.data.map(({ priority }) => priority),
    ['URGENT', 'HIGH', 'MEDIUM', 'LOW'],
  )
})

test('Filters narrow the list, with several values by comma, under either name', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const [a, b] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await makeTask(server, manager, { title: 'A', amenityId: a.amenityId, category: 'LEAK', priority: 'HIGH' })
  await makeTask(server, manager, {
    title: 'B',
    buildingId: b.buildingId,
    assignee: { userId: technician.id },
  })
  await makeTask(server, manager, { title: 'C', dueAt: '2020-01-01T00:00:00Z' })
  const cases: [string, string[]][] = [
    ['status=OPEN', ['A', 'B', 'C']],
    ['status=DONE', []],
    [`building=${a.buildingId}`, ['A']],
    [`buildingId=${a.buildingId},${b.buildingId}`, ['A', 'B']],
    [`amenity=${a.amenityId}`, ['A']],
    [`amenityId=${a.amenityId}`, ['A']],
    ['assignee=none', ['A', 'C']],
    [`assignee=${technician.id}`, ['B']],
    [`assigneeId=${technician.id},none`, ['A', 'B', 'C']],
    ['assignee=me', []],
    ['priority=HIGH', ['A']],
    ['priority=HIGH,URGENT', ['A']],
    ['source=MANUAL', ['A', 'B', 'C']],
    ['source=FEEDBACK', []],
    ['category=LEAK', ['A']],
    ['category=LEAK&priority=LOW', []],
    ['overdue=true', ['C']],
    ['overdue=false', ['A', 'B']],
    ['overdue=true&status=DONE', []],
    ['building=019a0000-0000-7000-8000-000000000000', []],
    ['assignee=none&priority=HIGH&source=MANUAL', ['A']],
    ['status=', ['A', 'B', 'C']],
  ]
  for (const [query, expected] of cases) {
    const reply = await listOf(server, manager, `?sort=createdAt&${query}`)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(titles(reply.json.data), expected, query)
    assert.equal(reply.json.total, expected.length, query)
    const summary = await server.call<{ total: number }>('GET', `/api/tasks/summary?${query}`, {
      token: manager.token,
    })
    assert.equal(summary.json.data.total, expected.length, `summary ${query}`)
  }
})

test('A technician finds their own tasks and the unassigned ones in buildings that they cover', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const other = await tenant.person(['TECHNICIAN'])
  const [a, b] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await makeTask(server, manager, { title: 'Pool in A', buildingId: a.buildingId })
  await makeTask(server, manager, { title: 'Pool in B', buildingId: b.buildingId })
  await makeTask(server, manager, { title: 'Pool nowhere' })
  await makeTask(server, manager, {
    title: 'Mine in B',
    buildingId: b.buildingId,
    assignee: { userId: technician.id },
  })
  await makeTask(server, manager, {
    title: 'Of another in A',
    buildingId: a.buildingId,
    assignee: { userId: other.id },
  })
  const everywhere = await listOf(server, technician, '?sort=createdAt')
  assert.deepEqual(titles(everywhere.json.data), ['Pool in A', 'Pool in B', 'Pool nowhere', 'Mine in B'])
  assert.equal(everywhere.json.total, 4)
  await cover(tenant, technician.id, [a.buildingId])
  const covered = await listOf(server, technician, '?sort=createdAt')
  assert.deepEqual(titles(covered.json.data), ['Pool in A', 'Mine in B'])
  assert.equal(covered.json.total, 2)
  assert.deepEqual(titles((await listOf(server, technician, '?assignee=me')).json.data), ['Mine in B'])
  assert.deepEqual(titles((await listOf(server, technician, '?assignee=none')).json.data), ['Pool in A'])
  assert.equal((await listOf(server, technician, `?assignee=${other.id}`)).json.total, 0)
  assert.equal((await listOf(server, technician, `?building=${b.buildingId}`)).json.total, 1)
  const summary = await server.call<{
    total: number
    buildings: { id: string }[]
    assignees: { id: string }[]
  }>('GET', '/api/tasks/summary', {
    token: technician.token,
  })
  assert.equal(summary.json.data.total, 2)
  assert.deepEqual(
    summary.json.data.buildings.map(({ id }) => id),
    [a.buildingId],
  )
  assert.deepEqual(
    summary.json.data.assignees.map(({ id }) => id),
    [technician.id],
  )
  const hidden = everywhere.json.data.find(({ title }) => title === 'Pool in B')
  assert.equal(
    (await server.call('GET', `/api/tasks/${hidden?.id}`, { token: technician.token })).json.code,
    'FORBIDDEN',
  )
})

test('q finds title and description by the beginning of words, in any order, case and accent, and the number', async () => {
  const { manager } = await createTenant(server)
  await makeTask(server, manager, { title: 'Kein Papier, Café im 2. Stock' })
  await makeTask(server, manager, {
    title: 'Leak',
    description: 'Water under the sink.\nBring 100 % cotton_towels',
  })
  await makeTask(server, manager, { title: 'トイレが汚れている' })
  await makeTask(server, manager, { title: 'Überlauf an der Spüle' })
  const cases: [string, number[]][] = [
    ['papier', [1]],
    ['CAFE', [1]],
    ['stock kein', [1]],
    ['pap', [1]],
    ['apier', []],
    ['sink water', [2]],
    ['汚れ', [3]],
    ['uberl', [4]],
    ['2', [1, 2]],
    ['#2', [2]],
    ['%', [2]],
    ['_', [2]],
    ['\\', []],
    ["' or 1=1 --", []],
    ['4', [4]],
    ['   ', [1, 2, 3, 4]],
    ['', [1, 2, 3, 4]],
  ]
  for (const [q, numbers] of cases) {
    const reply = await listOf(server, manager, `?sort=number&q=${encodeURIComponent(q)}`)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(
      reply.json.data.map(({ number }) => number),
      numbers,
      q,
    )
    assert.equal(reply.json.total, numbers.length, q)
  }
  assert.equal((await listOf(server, manager, '?q=papier&status=DONE')).json.total, 0)
})

test('A changed title is found by its new words only', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager, { title: 'Lamp' })
  await server.call('PATCH', `/api/tasks/${task.id}`, { token: manager.token, body: { title: 'Radiator' } })
  assert.equal((await listOf(server, manager, '?q=lamp')).json.total, 0)
  assert.equal((await listOf(server, manager, '?q=radiator')).json.total, 1)
})

test('A page beyond the end is empty with the right total; bad parameters are VALIDATION_ERROR', async () => {
  const { manager } = await createTenant(server)
  await makeTask(server, manager)
  for (const page of ['2', '2147483647']) {
    const reply = await listOf(server, manager, `?page=${page}`)
    assert.deepEqual([reply.status, reply.json.data, reply.json.total], [200, [], 1])
  }
  for (const bad of [
    'page=0',
    'page=-1',
    'page=1.5',
    'page=2147483648',
    'pageSize=0',
    'pageSize=101',
    'sort=title',
    'sort=tenant_id',
    'status=DONE%27',
    'status=OPEN,CLOSED',
    'assignee=you',
    'building=1',
    'overdue=yes',
    'status[]=OPEN',
    'page=1&page=2',
    'category=leak',
  ]) {
    assert.equal((await listOf(server, manager, `?${bad}`)).json.code, 'VALIDATION_ERROR', bad)
  }
})

test('A task of another tenant is in no list, whatever the filter', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const place = await createPlace(server, theirs)
  await makeTask(server, theirs.manager, { title: 'Secret', amenityId: place.amenityId })
  for (const query of [
    '',
    `?building=${place.buildingId}`,
    `?amenity=${place.amenityId}`,
    '?q=secret',
    '?assignee=none',
    '?status=OPEN&q=1',
  ]) {
    const reply = await listOf(server, mine.admin, query)
    assert.deepEqual([reply.json.data, reply.json.total], [[], 0], query)
  }
})

test('A task in a list has its place, its title and the allowed actions', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await makeTask(server, tenant.manager, { amenityId: place.amenityId, category: 'NO_PAPER' })
  const [task] = (await listOf(server, tenant.manager)).json.data
  assert.equal(task?.building?.id, place.buildingId)
  assert.equal(task?.amenity?.name, 'Washroom 1')
  assert.equal(task?.categoryName, 'No paper')
  assert.equal(task?.sla?.state, 'ON_TRACK')
  assert.equal(task?.noteCount, 0)
  assert.deepEqual(task?.allowed, [
    'start',
    'finish',
    'claim',
    'assign',
    'block',
    'note',
    'attach',
    'edit',
    'merge',
  ])
})

test('A task has the full path of its place, through all six levels', async () => {
  const tenant = await createTenant(server)
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const locationId = (await createLevels(server, tenant, buildingId)).at(-1)
  await server.call('PATCH', `/api/admin/amenities/${amenityId}`, {
    token: tenant.admin.token,
    body: { locationId },
  })
  await makeTask(server, tenant.manager, { amenityId })
  assert.equal(
    (await listOf(server, tenant.manager)).json.data[0]?.location,
    'Level 1, Level 2, Level 3, Level 4, Level 5, Level 6',
  )
})
