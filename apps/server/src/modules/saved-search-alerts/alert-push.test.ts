import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPushService } from '#server/platform/push/testing/test-browser.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const service = await startPushService()
after(() => service.close())
const server = await startTestServer({
  env: { WEBHOOK_ALLOW_PRIVATE: 'true', VAPID_SUBJECT: 'mailto:ops@example.com' },
})

test('With a device an alert is a notification with the view and the places, and an email only if no device confirms it', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const { manager } = tenant
  const place = await createPlace(server, tenant)
  const [both, pushOnly] = [service.subscribe(), service.subscribe()]
  const other = await tenant.person(['MANAGER'])
  const wish = async (token: string, mail: boolean, browser: typeof both): Promise<void> => {
    const reply = await server.call('PATCH', '/api/auth/me', {
      token,
      body: {
        language: 'pl',
        pushSubscriptions: { add: browser.subscription },
        savedViews: [
          {
            name: 'Praise',
            screen: 'feedback',
            query: 'rating=5',
            tell: { filters: 'rating=5', push: true, mail },
          },
        ],
      },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  await wish(manager.token, true, both)
  await wish(other.token, false, pushOnly)
  const later = async (milliseconds: number): Promise<void> => {
    server.clock.advance(milliseconds)
    await server.drain()
  }
  const rate = async (from: string): Promise<string> => {
    const body = { qrCode: place.qrCode, rating: 5, comment: 'A lamp of wonder' }
    const reply = await server.call<{ id: string }>('POST', '/api/feedback', { body, from })
    await server.drain()
    return reply.json.data.id
  }
  const id = await rate('10.11.0.1')
  await later(120_001)
  const [first] = both.received
  assert.deepEqual(
    [first?.payload.title, first?.payload.body, first?.payload.path],
    ['Nowe: Praise', '5/5 · Washroom 1 · Main building', `/app/feedback/${id}`],
  )
  assert.ok((first?.bytes ?? 9999) <= 3072)
  await later(11 * 60_000)
  const mailed = () =>
    server.mails.filter(({ text }) => /Nowe wyniki w zapisanych widokach/.test(text)).map(({ to }) => to)
  assert.deepEqual(mailed(), [manager.email], 'nobody confirmed it, and the other wants no mail')
  await rate('10.11.0.2')
  await rate('10.11.0.3')
  await later(120_001)
  const second = both.received[1]
  assert.deepEqual(
    [second?.payload.title, second?.payload.path],
    ['Nowe (2): Praise', '/app/feedback?rating=5'],
  )
  assert.equal((await server.call('POST', second?.payload.receipt ?? '/m/none')).status, 204)
  await later(11 * 60_000)
  assert.deepEqual(mailed(), [manager.email])
  assert.equal(pushOnly.received.length, 2)
})
