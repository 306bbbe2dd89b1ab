import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ startAt: new Date('2026-11-20T20:00:00Z') })

// A plan without SLA clocks: their escalations would send emails when the test moves the clock.
const plan = 'STARTER'

const since = async (work: () => Promise<unknown>): Promise<MailMessage[]> => {
  const before = server.mails.length
  await work()
  await server.drain()
  return server.mails.slice(before)
}
const choose = async (person: TestPerson, body: object): Promise<void> => {
  const reply = await server.call('PATCH', '/api/auth/me', { token: person.token, body })
  assert.equal(reply.status, 200, reply.text)
}
const createTask = (tenant: TestTenant, body: object) =>
  server.call<Task>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Fix it', ...body },
  })
/** The emails sent after the work, including delayed ones. */
const gathered = (work: () => Promise<unknown>): Promise<MailMessage[]> =>
  since(async () => {
    await work()
    await server.drain()
    server.clock.advance(120_001)
  })
const to = (mails: readonly MailMessage[]): string[] => mails.map((mail) => mail.to).sort()

test('Emails of a kind that a person has switched off are not sent, and those of other kinds are', async () => {
  const tenant = await createTenant(server, { plan })
  const { technician, manager } = tenant
  await choose(technician, { notifications: { taskNew: { mail: false } } })
  assert.deepEqual(await gathered(() => createTask(tenant, {})), [])
  const assigned = await gathered(() => createTask(tenant, { assignee: { userId: technician.id } }))
  assert.deepEqual(to(assigned), [technician.email])
  await choose(technician, { notifications: { taskAssigned: { mail: false } } })
  assert.deepEqual(await gathered(() => createTask(tenant, { assignee: { userId: technician.id } })), [])
  await choose(manager, { notifications: { urgentTask: { mail: false } } })
  assert.deepEqual(await gathered(() => createTask(tenant, { priority: 'URGENT' })), [])
  await choose(manager, { notifications: { urgentTask: { mail: true } } })
  assert.deepEqual(to(await gathered(() => createTask(tenant, { priority: 'URGENT' }))), [manager.email])
})

test('In quiet hours news that is not urgent waits for their end, and then shows the current state', async () => {
  server.clock.set(new Date('2026-11-20T20:00:00Z'))
  const tenant = await createTenant(server, { plan })
  const { technician, manager } = tenant
  await choose(technician, { quietHours: { from: '20:30', to: '06:00' } })
  const assignee = { userId: technician.id }
  assert.deepEqual(await gathered(() => createTask(tenant, { assignee })), [])
  let done: Task | undefined
  assert.deepEqual(
    await gathered(async () => {
      done = (await createTask(tenant, { assignee, title: 'Done in the night' })).json.data
    }),
    [],
  )
  await server.call('PATCH', `/api/tasks/${done?.id}/status`, {
    token: manager.token,
    body: { status: 'DONE' },
  })
  const urgent = await since(() => createTask(tenant, { assignee, priority: 'URGENT', title: 'At once' }))
  assert.ok(to(urgent).includes(technician.email), 'an urgent task does not wait')
  assert.deepEqual(await since(async () => {}), [])
  server.clock.set(new Date('2026-11-21T05:00:01Z'))
  const morning = await since(async () => {})
  assert.deepEqual(to(morning), [technician.email])
  assert.match(morning[0]?.text ?? '', /Fix it/)
  assert.deepEqual(await since(async () => {}), [])
})

test('Links that a person requested are sent in quiet hours too', async () => {
  server.clock.set(new Date('2026-11-22T20:00:00Z'))
  const tenant = await createTenant(server, { plan })
  await choose(tenant.technician, { quietHours: { from: '00:00', to: '23:59' } })
  const mails = await since(() =>
    server.call('POST', '/api/auth/magic-link/request', { body: { email: tenant.technician.email } }),
  )
  assert.deepEqual(to(mails), [tenant.technician.email])
})

test('People who cover some buildings, managers too, get no email about other buildings or none', async () => {
  server.clock.set(new Date('2026-11-23T12:00:00Z'))
  const tenant = await createTenant(server, { plan })
  const [here, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const covers = (person: TestPerson, places: readonly string[]) =>
    tenant.inside((ctx) =>
      ctx.run('update app_user set building_ids = $3 where tenant_id = $1 and id = $2', [
        tenant.id,
        person.id,
        places,
      ]),
    )
  const both = await tenant.person(['MANAGER', 'TECHNICIAN'])
  const far = await tenant.person(['TECHNICIAN'])
  await covers(both, [here.buildingId])
  await covers(far, [there.buildingId])
  const mailed = async (body: object) => to(await gathered(() => createTask(tenant, body)))
  assert.deepEqual(await mailed({}), [tenant.technician.email])
  assert.deepEqual(
    await mailed({ buildingId: there.buildingId }),
    [tenant.technician.email, far.email].sort(),
  )
  const urgent = { buildingId: there.buildingId, priority: 'URGENT' }
  const leaders = [tenant.manager.email, tenant.technician.email, far.email].sort()
  assert.deepEqual(await mailed(urgent), leaders)
  await covers(tenant.manager, [here.buildingId])
  assert.deepEqual(
    await mailed(urgent),
    [...leaders, both.email].sort(),
    'where nobody covers it all managers',
  )
})
