import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activate } from '#test/company.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant } from '#test/world.ts'

const server = await startTestServer({ startAt: new Date('2026-11-20T09:00:00Z') })

test('If a rule notifies the assignee and nobody of them can be notified, the leaders are notified', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { key } = await createKey(server, tenant, 'read', 'write')
  const make = async (path: string, body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', `/api/${path}`, { key, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const companyId = await make('operator/companies', { name: 'Nobody Yet' })
  await activate(tenant, companyId)
  const operatorId = await make('operator/operators', { name: 'Jo', email: 'jo@example.com' })
  for (const assignee of [{ companyId }, { operatorId }])
    await make('tasks', { title: 'Loose', priority: 'URGENT', assignee })
  await server.drain()
  const before = server.mails.length
  // 75 % of two hours.
  server.clock.advance(90 * 60_000)
  await server.drain()
  const emails = server.mails.slice(before).filter(({ subject }) => subject === 'Escalated: Loose')
  assert.deepEqual(
    emails.map(({ to }) => to),
    [tenant.manager.email, tenant.manager.email],
  )
})
