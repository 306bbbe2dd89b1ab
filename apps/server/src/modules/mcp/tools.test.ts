import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { type Assistant, addConnection, openAssistant, sendMessage, tokenFor } from './testing/assistant.ts'

const server = await startTestServer({ worker: false })

const reading = [
  'whoami',
  'list_buildings',
  'find_amenity',
  'amenity_summary',
  'status_of',
  'who_is_on_call',
  'overview',
  'count_feedback',
  'list_feedback',
  'feedback_trend',
  'issue_ranking',
  'amenity_ranking',
  'sla_summary',
  'list_tasks',
  'get_task',
]
const writing = ['create_task', 'add_note', 'set_task_status']

const makeTask = async (tenant: TestTenant, body: Record<string, unknown> = { title: 'Mend the lamp' }) =>
  (await server.call<Task>('POST', '/api/tasks', { token: tenant.admin.token, body })).json.data

const countOf = async (tenant: TestTenant, table: 'task' | 'task_note' | 'audit_entry'): Promise<number> => {
  const [row] = await tenant.inside(({ run }) =>
    run<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [tenant.id]),
  )
  return row?.n ?? 0
}

const rolesOf = async (assistant: Assistant): Promise<unknown> =>
  (await assistant.use('whoami')).data.user.roles

for (const revision of ['2025', 'newest'] as const)
  test(`A client of the ${revision} revision reads who it is and the tasks of that person`, async () => {
    const tenant = await createTenant(server)
    const task = await makeTask(tenant)
    const assistant = await openAssistant(server, await tokenFor(server, tenant.manager), revision)
    const who = (await assistant.use('whoami')).data
    assert.deepEqual([who.user.id, who.user.roles], [tenant.manager.id, ['MANAGER']])
    assert.deepEqual(who.connection, { name: 'Assistant', mayWrite: false })
    const { total, tasks } = (await assistant.use('list_tasks')).data
    assert.equal(total, 1)
    assert.equal(tasks[0].id, task.id)
    assert.deepEqual(tasks[0].title, { untrusted: true, text: 'Mend the lamp' })
  })

test('The revision of 2025-06-18 is answered as asked', async () => {
  const { manager } = await createTenant(server)
  const token = await tokenFor(server, manager)
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  }
  assert.match(await sendMessage(server, token, 'initialize', params), /"protocolVersion":"2025-06-18"/)
})

test('A connection that only reads lists 15 tools; one that writes lists 18, each marked as what it does', async () => {
  const { manager } = await createTenant(server)
  const reader = await openAssistant(server, await tokenFor(server, manager))
  const { tools } = await reader.client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    reading,
  )
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint && !annotations.destructiveHint))
  const writer = await openAssistant(server, await tokenFor(server, manager, { write: true }))
  const more = (await writer.client.listTools()).tools.slice(15)
  assert.deepEqual(
    more.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    [
      ['create_task', false, false],
      ['add_note', false, false],
      ['set_task_status', false, true],
    ],
  )
  for (const name of writing) await assert.rejects(reader.use(name, { title: 'x' }), /Unknown tool/)
})

test('Every tool answers an administrator', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const task = await makeTask(tenant, { title: 'Mend', amenityId: place.amenityId })
  const assistant = await openAssistant(server, await tokenFor(server, tenant.admin))
  const inputs: Record<string, Record<string, unknown>> = {
    find_amenity: { q: 'washroom' },
    amenity_summary: { amenityId: place.amenityId },
    status_of: { amenityId: place.amenityId },
    get_task: { number: task.number },
    feedback_trend: { by: 'week', group: 'building' },
  }
  for (const name of reading) {
    const { isError, text } = await assistant.use(name, inputs[name])
    assert.ok(!isError, `${name}: ${text}`)
  }
  assert.equal((await assistant.use('find_amenity', { q: 'washroom' })).data.amenities[0].id, place.amenityId)
  assert.equal((await assistant.use('status_of', { qrCode: place.qrCode })).data.qrCode, place.qrCode)
  assert.equal((await assistant.use('get_task', { number: task.number })).data.id, task.id)
})

test('Rights are those of the person at that moment: roles, plan, and what a technician sees', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  await createPlace(server, tenant)
  const manager = await openAssistant(server, await tokenFor(server, tenant.manager))
  assert.equal((await manager.use('sla_summary')).data.error, 'FORBIDDEN')
  assert.ok(!(await manager.use('list_buildings')).isError)
  const technician = await openAssistant(server, await tokenFor(server, tenant.technician))
  for (const name of ['overview', 'list_feedback', 'count_feedback', 'who_is_on_call'])
    assert.equal((await technician.use(name)).data.error, 'FORBIDDEN', name)
  for (const name of ['list_buildings', 'find_amenity', 'list_tasks'])
    assert.ok(!(await technician.use(name, name === 'find_amenity' ? { q: 'w' } : {})).isError, name)
  await server.call('PATCH', `/api/admin/users/${tenant.technician.id}`, {
    token: tenant.admin.token,
    body: { roles: ['MANAGER'] },
  })
  assert.deepEqual(await rolesOf(technician), ['MANAGER'])
  assert.ok(!(await technician.use('overview')).isError)
})

test('Ids of another tenant are NOT_FOUND or match nothing', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const place = await createPlace(server, theirs)
  const task = await makeTask(theirs)
  const assistant = await openAssistant(server, await tokenFor(server, mine.admin, { write: true }))
  for (const [name, input] of [
    ['get_task', { taskId: task.id }],
    ['get_task', { number: 999 }],
    ['amenity_summary', { amenityId: place.amenityId }],
    ['status_of', { amenityId: place.amenityId }],
    ['status_of', { qrCode: place.qrCode }],
    ['who_is_on_call', { buildingId: place.buildingId }],
    ['add_note', { taskId: task.id, text: 'x', dryRun: false }],
    ['set_task_status', { taskId: task.id, status: 'DONE', dryRun: false }],
  ] as const)
    assert.equal((await assistant.use(name, input)).data.error, 'NOT_FOUND', name)
  const made = await assistant.use('create_task', { title: 'x', amenityId: place.amenityId, dryRun: false })
  assert.ok(made.isError)
  assert.equal((await assistant.use('list_feedback', { buildings: [place.buildingId] })).data.total, 0)
  assert.deepEqual(
    [await countOf(theirs, 'task'), await countOf(theirs, 'task_note'), await countOf(mine, 'task')],
    [1, 0, 0],
  )
})

test('A dry run checks everything and changes nothing; without it the audit log names person and connection', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const token = await tokenFor(server, tenant.manager, { name: 'Chrome on Windows', write: true })
  const assistant = await openAssistant(server, token)
  const before = await countOf(tenant, 'audit_entry')
  const input = { title: 'Mend the lamp', amenityId: place.amenityId }
  for (const more of [{}, { dryRun: true }]) {
    const dry = (await assistant.use('create_task', { ...input, ...more })).data
    assert.deepEqual([dry.changed, dry.wouldBe.task.title.text], [false, 'Mend the lamp'])
  }
  assert.equal((await assistant.use('create_task', { title: ' ' })).data.error, 'VALIDATION_ERROR')
  assert.deepEqual([await countOf(tenant, 'task'), await countOf(tenant, 'audit_entry')], [0, before])

  const { task } = (await assistant.use('create_task', { ...input, dryRun: false })).data
  const { id, number } = task
  await assistant.use('add_note', { number, text: 'Not kept' })
  await assistant.use('add_note', { number, text: 'A note', dryRun: false })
  await assistant.use('set_task_status', { taskId: id, status: 'IN_PROGRESS' })
  assert.equal((await assistant.use('get_task', { number })).data.status, 'OPEN')
  const started = await assistant.use('set_task_status', { taskId: id, status: 'IN_PROGRESS', dryRun: false })
  assert.deepEqual([started.data.changed, started.data.task.status], [true, 'IN_PROGRESS'])
  const { lastNotes, createdBy } = (await assistant.use('get_task', { number })).data
  assert.deepEqual(
    lastNotes.map((note: { text: { text: string } }) => note.text.text),
    ['A note'],
  )
  assert.equal(createdBy.name, tenant.manager.name)
  const entries = await tenant.inside(({ run }) =>
    run<{ action: string; kind: string; actor: string; source: string }>(
      "select action, actor_kind as kind, actor_id as actor, source from audit_entry where tenant_id = $1 and action like 'tasks.%' order by at, id",
      [tenant.id],
    ),
  )
  const by = { kind: 'USER', actor: tenant.manager.id, source: 'MCP Chrome on Windows' }
  assert.deepEqual(entries, [
    { action: 'tasks.createTask', ...by },
    { action: 'tasks.addTaskNote', ...by },
    { action: 'tasks.setTaskStatus', ...by },
  ])
})

test('Switched off, the module is FORBIDDEN and adds no connection; what there is stays', async () => {
  const tenant = await createTenant(server)
  const assistant = await openAssistant(server, await tokenFor(server, tenant.manager))
  const { databases, flags } = server.built.platform
  await databases.app.query(
    `insert into feature_flag (key, plans, tenants, updated_at) values ('MCP', '{}', $1, now())
     on conflict (key) do update set tenants = excluded.tenants`,
    [JSON.stringify({ [tenant.id]: false })],
  )
  await flags.poll()
  await assert.rejects(assistant.use('whoami'), /switched off/)
  assert.equal((await addConnection(server, tenant.manager)).json.code, 'FORBIDDEN')
  await databases.app.query("update feature_flag set tenants = '{}' where key = 'MCP'")
  await flags.poll()
  assert.ok(!(await assistant.use('whoami')).isError)
})

test('Calls consume the limits of the API, unknown tools and wrong arguments too; a refusal says when to try again', async () => {
  const strict = await startTestServer({ worker: false, limits: 'spec' })
  const tenant = await createTenant(strict)
  const assistant = await openAssistant(
    strict,
    await tokenFor(strict, tenant.manager, { write: true }),
    '2025',
  )
  for (let count = 0; count < 20; count++) await assistant.use('whoami')
  for (let count = 0; count < 20; count++) await assistant.use('find_amenity', { q: 7 })
  for (let count = 0; count < 20; count++) await assert.rejects(assistant.use('no_such_tool'), /Unknown tool/)
  let refused = await assistant.use('whoami')
  for (let count = 0; count < 40 && !refused.isError; count++) refused = await assistant.use('whoami')
  assert.equal(refused.data.error, 'RATE_LIMITED')
  assert.ok(refused.data.retryAfterSeconds > 0)
  // The API has the same bucket.
  const listed = await strict.call('GET', '/api/tasks', { token: tenant.manager.token })
  assert.equal(listed.status, 429)
  let written = await assistant.use('create_task', { title: 'x' })
  for (let count = 0; count < 30 && !written.isError; count++)
    written = await assistant.use('create_task', { title: 'x' })
  assert.equal(written.data.error, 'RATE_LIMITED')
})
