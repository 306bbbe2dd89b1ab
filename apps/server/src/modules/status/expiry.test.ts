import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusPage, StatusReportReceipt } from '#contracts/status.ts'
import { besideHolder, dueWork } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()

test('A report during the expiry of its item waits for it and does not deadlock', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const [item] = (await server.call<StatusPage>('GET', `/api/status/${qrCode}`)).json.data.items
  assert.ok(item)
  const report = (from: string) =>
    server.call<StatusReportReceipt>('POST', `/api/status/${qrCode}/report`, {
      body: { itemId: item.id },
      from,
    })
  assert.equal((await report('10.8.0.1')).status, 201)
  const second = await besideHolder(
    tenant,
    dueWork('status.item_silent', item.id),
    ['select 1 from status_item where tenant_id = $1 and id = $2 for update nowait', item.id],
    () => report('10.8.0.2'),
  )
  assert.equal(second.status, 201, second.text)
  assert.equal(second.json.data.report, 'CONFIRMED')
})

test('REPORTED becomes OK after 12 hours; its fault stays visible while its task is open', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const path = `/api/status/${qrCode}`
  assert.equal((await server.call('POST', `${path}/report`, { from: '10.8.0.3' })).status, 201)
  const published = async () => (await server.call<StatusPage>('GET', path)).json.data.items[0]?.report
  const own = async () => {
    const items = await tenant.inside(({ db }) => db.selectFrom('status_item').selectAll().execute())
    return items.find(({ position }) => position === 0)?.report
  }
  server.clock.advance(12 * 3_600_000 - 60_000)
  await server.drain()
  assert.deepEqual([await own(), await published()], ['REPORTED', 'REPORTED'])
  server.clock.advance(120_000)
  await server.drain()
  assert.deepEqual([await own(), await published()], ['OK', 'REPORTED'])
})
