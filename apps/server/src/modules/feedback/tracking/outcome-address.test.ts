import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()

const days = (n: number): number => n * 86_400_000

test('An address for the outcome outlives replies, and is erased 90 days after it was left, whatever becomes of the report', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const leave = async (body: object, email: string): Promise<FeedbackReceipt> => {
    const { json } = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
      body: { qrCode, ...body },
    })
    const reply = await server.call<Tracking>('POST', `/api/feedback/track/${json.data.trackingToken}`, {
      body: { email },
    })
    assert.equal(reply.json.data.subscribed, true, reply.text)
    await server.drain()
    return json.data
  }
  const praise = await leave({ rating: 5, comment: 'Very clean' }, 'praise@example.com')
  const fault = await leave({ rating: 1, issues: ['LEAK'] }, 'fault@example.com')
  for (const reply of ['Thank you.', 'We told the team.']) {
    const { status } = await server.call('POST', '/api/dashboard/feedback/bulk', {
      token: tenant.manager.token,
      body: { ids: [praise.id, fault.id], reply },
    })
    assert.equal(status, 200)
    await server.drain()
  }
  const told = server.mails.map(({ to }) => to).filter((to) => /^(praise|fault)@/.test(to))
  assert.equal(told.length, 4)

  const waiting = (): Promise<number> =>
    tenant.inside(async ({ run }) => {
      const text =
        'select count(*) as n from feedback where tenant_id = $1 and outcome_email is not null and id = any($2::uuid[])'
      const [row] = await run<{ n: number }>(text, [tenant.id, [praise.id, fault.id]])
      return row?.n ?? 0
    })
  server.clock.advance(days(89))
  await server.drain()
  assert.equal(await waiting(), 2)
  await server.call('POST', `/api/feedback/track/${fault.trackingToken}`, {
    body: { email: 'later@example.com' },
  })
  server.clock.advance(days(1))
  await server.drain()
  assert.equal(await waiting(), 1, 'one was left anew')
  server.clock.advance(days(89))
  await server.drain()
  assert.equal(await waiting(), 0)
})
