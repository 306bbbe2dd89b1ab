import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inspection, Round, RoundDetail } from '#contracts/scout/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { stageScout } from '../testing/scout-stage.ts'

const server = await startTestServer()
const tenant = await createTenant(server)

test('A round is paused and goes on; a stop is skipped with a reason and can be reopened until the round is submitted', async () => {
  const { scout, round, stopId } = await stageScout(server, tenant)
  await scout.call('POST', `/rounds/${round.id}/start`, {})
  const paused = await scout.call<Round>('POST', `/rounds/${round.id}/pause`, { paused: true })
  assert.equal(paused.json.data.state, 'PAUSED', paused.text)
  const resumed = await scout.call<Round>('POST', `/rounds/${round.id}/pause`, { paused: false })
  assert.equal(resumed.json.data.state, 'IN_PROGRESS', resumed.text)
  await scout.call('POST', `/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'The sticker is torn' })
  const unsaid = await scout.call('POST', `/inspections/${stopId}/skip`, { reason: 'OTHER' })
  assert.equal(unsaid.json.code, 'VALIDATION_ERROR')
  const skipped = await scout.call<Inspection>('POST', `/inspections/${stopId}/skip`, { reason: 'CLOSED' })
  assert.deepEqual([skipped.json.data.state, skipped.json.data.skipped?.reason], ['SKIPPED', 'CLOSED'])
  const again = await scout.call<Inspection>('POST', `/inspections/${stopId}/reopen`, {})
  assert.deepEqual([again.json.data.state, again.json.data.reopened], ['IN_PROGRESS', 1], again.text)
})

test('A scout with the right to extra rounds makes one, ACCEPTED; without it that is FORBIDDEN', async () => {
  const allowed = await stageScout(server, tenant, { extraRounds: true })
  const body = {
    buildingId: allowed.place.buildingId,
    templateId: allowed.templateId,
    amenityIds: [allowed.place.amenityId],
  }
  const made = await allowed.scout.call<RoundDetail>('POST', '/rounds', body)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.json.data.state, made.json.data.extra], ['ACCEPTED', true])
  const refused = await stageScout(server, tenant)
  const denied = await refused.scout.call('POST', '/rounds', {
    buildingId: refused.place.buildingId,
    templateId: refused.templateId,
    amenityIds: [refused.place.amenityId],
  })
  assert.equal(denied.json.code, 'FORBIDDEN')
})
