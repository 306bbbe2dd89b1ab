import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant } from '#test/world.ts'
import { newTask, opener, titleOf } from './testing/test-live.ts'

const server = await startTestServer({ own: true })
const beside = await startTestServer({ worker: false, beside: server })

const open = opener(server)

test('A change is sent as it happens: type, id, the current record, and its author', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  assert.equal(follower.status, 200)
  assert.equal(follower.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(follower.headers.get('x-accel-buffering'), 'no')
  assert.match(follower.headers.get('cache-control') ?? '', /no-store/)
  const id = await newTask(server, tenant, 'A lamp is broken')
  const message = await follower.next()
  const { event, id: eventId, data } = message
  assert.equal(event, 'task.created')
  assert.deepEqual([data.id, data.type, data.data.id], [eventId, event, id])
  assert.equal(titleOf(message), 'A lamp is broken')
  assert.deepEqual(data.by, { id: tenant.admin.id, name: tenant.admin.name, kind: 'USER' })
  assert.ok(Math.abs(Date.parse(data.at) - server.clock.now().getTime()) < 10_000)
})

test('An API key with scope read may follow too, and its own changes carry its name; a technician is FORBIDDEN', async () => {
  const tenant = await createTenant(server)
  const { key } = await createKey(server, tenant, 'read')
  const writer = await createKey(server, tenant, 'write')
  const follower = await open({ key })
  await server.call('POST', '/api/tasks', { key: writer.key, body: { title: 'By a key' } })
  assert.deepEqual((await follower.next()).data.by, { id: writer.id, name: writer.name, kind: 'KEY' })
  const technician = await open({ token: tenant.technician.token })
  assert.equal(technician.status, 403)
})

test('`types` selects events; an unknown type is a VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  const follower = await open({
    token: tenant.manager.token,
    query: 'types=task.status_changed,sla.breached',
  })
  const id = await newTask(server, tenant, 'Begun at once')
  await server.call('PATCH', `/api/tasks/${id}/status`, {
    token: tenant.admin.token,
    body: { status: 'IN_PROGRESS' },
  })
  assert.equal((await follower.next()).event, 'task.status_changed')
  assert.equal(follower.received.length, 1)
  for (const types of ['nothing', 'internal.mail_asked', 'webhook.test', 'task.created,']) {
    const reply = await server.call('GET', `/api/dashboard/live?types=${types}`, {
      token: tenant.manager.token,
    })
    assert.equal(reply.json?.code, 'VALIDATION_ERROR', types)
  }
})

test('Events of one tenant reach no other, even if a viewer resumes from one of its event ids', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const [mine, theirs] = [
    await open({ token: tenant.manager.token }),
    await open({ token: other.manager.token }),
  ]
  await newTask(server, other, 'Theirs')
  const foreign = await theirs.next()
  const resumed = await open({ token: tenant.manager.token, after: foreign.id })
  assert.equal((await resumed.next()).event, 'reset')
  await newTask(server, tenant, 'Mine')
  assert.equal(titleOf(await mine.next()), 'Mine')
  assert.equal(titleOf(await resumed.next()), 'Mine')
  assert.equal(theirs.received.length, 1)
})

test('Each instance sends what any instance committed', async () => {
  const tenant = await createTenant(server)
  const [here, there] = [
    await open({ token: tenant.manager.token }),
    await open({ token: tenant.manager.token }, beside),
  ]
  await newTask(server, tenant, 'Made here')
  await newTask(beside, tenant, 'Made there')
  for (const follower of [here, there]) {
    const messages = await follower.count(2)
    assert.deepEqual(messages.map(titleOf), ['Made here', 'Made there'])
  }
})

test('A submission is sent without the visitor’s text; one in quarantine is not sent', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const follower = await open({ token: tenant.manager.token, query: 'types=feedback.created' })
  const send = (comment: string) =>
    server.call('POST', '/api/feedback', { body: { qrCode, rating: 1, comment }, from: '10.9.8.7' })
  await send('buy at http://a.example http://b.example http://c.example http://d.example')
  await send('The tap drips')
  const { data } = await follower.next()
  assert.equal((data.data as { hasComment?: boolean }).hasComment, true)
  assert.ok(!JSON.stringify(data).includes('drips'))
  assert.equal(data.by, null)
  const rows = await tenant.inside(({ run }) =>
    run<{ n: number }>("select count(*) as n from feedback where tenant_id = $1 and state = 'QUARANTINED'", [
      tenant.id,
    ]),
  )
  assert.equal(rows[0]?.n, 1)
  await server.drain()
  await send('The tap still drips')
  await follower.count(2)
})
