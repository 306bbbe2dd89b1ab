import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

test('The tracking page of a report of danger has the emergency number, that of another has none', async () => {
  const tenant = await createTenant(server)
  const saved = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { profile: { emergencyNumber: '112' } },
  })
  assert.equal(saved.status, 200, saved.text)
  const { qrCode } = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift' })
  const tracked = async (issue: string): Promise<{ emergency: Tracking['emergency']; page: string }> => {
    const { json } = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
      body: { qrCode, issues: [issue] },
    })
    const { trackingToken } = json.data
    const read = await server.call<Tracking>('GET', `/api/feedback/track/${trackingToken}`)
    return {
      emergency: read.json.data.emergency,
      page: (await server.call('GET', `/t/${trackingToken}`)).text,
    }
  }
  const trapped = await tracked('PERSON_TRAPPED')
  assert.deepEqual(trapped.emergency, { phone: '112' })
  assert.match(trapped.page, /<a href="tel:112"/)
  const noise = await tracked('OTHER')
  assert.equal(noise.emergency, null)
  assert.doesNotMatch(noise.page, /tel:/)
})
