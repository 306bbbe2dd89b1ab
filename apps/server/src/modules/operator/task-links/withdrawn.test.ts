import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { makeOperator } from '../testing/test-operators.ts'

const server = await startTestServer()

test('The email of a task link says for whom, where, how to get in, what and whom to call; a withdrawn task is told once', async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const changed = await server.call('PATCH', `/api/admin/buildings/${buildingId}`, {
    token: tenant.admin.token,
    body: {
      address: '12 Quay Street',
      accessNote: 'Ring at the loading bay',
      contact: { name: 'Pia Porter', phone: '+44 20 7946 0958' },
    },
  })
  assert.equal(changed.status, 200, changed.text)
  const [olga, otto] = await Promise.all(
    ['Olga', 'Otto'].map((name) =>
      makeOperator(server, tenant, {
        name,
        email: `${name.toLowerCase()}-${tenant.id.slice(-6)}@example.com`,
        languages: ['en'],
      }),
    ),
  )
  assert.ok(olga && otto)
  const mailsOf = (name: string) =>
    server.mails.filter(({ to }) => to === `${name.toLowerCase()}-${tenant.id.slice(-6)}@example.com`)
  const task = await makeTask(server, tenant.manager, {
    title: 'Free the drain',
    description: 'The left basin overflows',
    priority: 'URGENT',
    amenityId,
    assignee: { operatorId: olga.id },
  })
  await server.drain()
  const [mail] = mailsOf('Olga')
  const named = await tenant.inside((ctx) =>
    ctx.run<{ name: string }>('select name from tenant where id = $1', [ctx.tenantId]),
  )
  for (const fact of [
    named[0]?.name ?? '-',
    '12 Quay Street',
    'Ring at the loading bay',
    'The left basin overflows',
    'Pia Porter, +44 20 7946 0958',
  ])
    assert.ok(mail?.text.includes(fact), fact)
  assert.equal(mail?.fromName, named[0]?.name)

  const assign = (operatorId: string) =>
    server.call('POST', `/api/tasks/${task.id}/assign`, {
      token: tenant.manager.token,
      body: { operatorId },
    })
  assert.equal((await assign(otto.id)).status, 200)
  await server.drain()
  assert.deepEqual(
    mailsOf('Olga').map(({ subject }) => subject),
    ['Task for you: Free the drain', 'No longer assigned to you: Free the drain'],
  )
  assert.doesNotMatch(mailsOf('Olga')[1]?.text ?? '', /\/o\//)
  assert.equal(mailsOf('Otto').length, 1)
})
