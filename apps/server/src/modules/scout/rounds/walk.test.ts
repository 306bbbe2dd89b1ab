import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '#contracts/scout/findings.ts'
import type { Inspection, Round, RoundDetail } from '#contracts/scout/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { activeScout, stageScout, storeRound, washroomContent } from '../testing/scout-stage.ts'

const server = await startTestServer()
const tenant = await createTenant(server)

describe('A scout walks a round', () => {
  test('From the list to the task: rounds, begin, answers, complete, submit, finding', async () => {
    const { scout, place, round, stopId } = await stageScout(server, tenant)
    const listed = await scout.call<Round[]>('GET', '/rounds?open=true')
    assert.deepEqual(
      listed.json.data.map(({ id, state }) => [id, state]),
      [[round.id, 'SCHEDULED']],
    )
    const started = await scout.call<RoundDetail>('POST', `/rounds/${round.id}/start`, {})
    assert.equal(started.json.data.state, 'IN_PROGRESS', started.text)
    assert.deepEqual(
      started.json.data.stops.map(({ amenity, templateVersion }) => [amenity.id, templateVersion]),
      [[place.amenityId, 1]],
    )
    const begun = await scout.call<Inspection>('POST', `/rounds/${round.id}/inspections`, {
      stopId,
      qrCode: place.qrCode,
    })
    assert.equal(begun.status, 201, begun.text)
    assert.deepEqual([begun.json.data.id, begun.json.data.presence], [stopId, 'SCANNED'])
    const saved = await scout.call<Inspection>('PATCH', `/inspections/${stopId}/answers`, {
      answers: [
        { questionId: 'paper', value: true, base: 0 },
        { questionId: 'soap', value: false, base: 0, note: 'Empty' },
      ],
    })
    assert.equal(saved.status, 200, saved.text)
    const done = await scout.call<Inspection>('POST', `/inspections/${stopId}/complete`)
    assert.deepEqual(
      [done.json.data.state, done.json.data.score, done.json.data.passed, done.json.data.criticalFailed],
      ['COMPLETED', 50, false, ['soap']],
      done.text,
    )
    const found = await scout.call<Finding>('POST', '/findings', {
      amenityId: place.amenityId,
      category: 'NO_SOAP',
      severity: 'MAJOR',
      text: 'Both dispensers',
      inspectionId: stopId,
      questionId: 'soap',
    })
    assert.equal(found.status, 201, found.text)
    assert.deepEqual([found.json.data.state, found.json.data.task?.status], ['ACCEPTED', 'OPEN'])
    const submitted = await scout.call<Round>('POST', `/rounds/${round.id}/submit`, { note: 'All seen' })
    assert.deepEqual(
      [submitted.json.data.state, submitted.json.data.score, submitted.json.data.passed],
      ['SUBMITTED', 50, false],
      submitted.text,
    )
    const tasks = await server.call<{ source: string; priority: string; reporterCount: number }[]>(
      'GET',
      `/api/tasks?amenityId=${place.amenityId}`,
      { token: tenant.admin.token },
    )
    assert.deepEqual(
      tasks.json.data.map(({ source, priority, reporterCount }) => [source, priority, reporterCount]),
      [['SCOUT', 'HIGH', 1]],
    )
  })

  test('Another place’s code is refused, and so is none where the checklist demands it, unless a reason stands in its place', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant, { content: washroomContent })
    const other = await stageScout(server, tenant)
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    const begin = (body: object) =>
      scout.call<Inspection>('POST', `/rounds/${round.id}/inspections`, { stopId, ...body })
    for (const wrong of [{}, { qrCode: other.place.qrCode }]) {
      const refused = await begin(wrong)
      assert.equal(refused.status, 400, refused.text)
      assert.match(refused.text, /qrCode/)
    }
    const torn = await begin({ noCodeReason: 'The sticker is torn' })
    assert.deepEqual([torn.status, torn.json.data.presence], [201, 'UNPROVEN'])
    const again = await begin({})
    assert.equal(again.json.data.id, torn.json.data.id, 'the same one')
  })

  test('An answer of another type is refused at its place, and a mandatory one that lacks is named', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant, { content: washroomContent })
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    await scout.call('POST', `/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'No sticker' })
    const wrong = await scout.call('PATCH', `/inspections/${stopId}/answers`, {
      answers: [
        { questionId: 'paper', value: true, base: 0 },
        { questionId: 'floor', value: 7, base: 0 },
      ],
    })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /answers\.1\.value/)
    const early = await scout.call('POST', `/inspections/${stopId}/complete`)
    assert.equal(early.status, 400)
    assert.match(early.text, /answers\.paper/, 'the refused call changed nothing')
  })

  test('Stops without an end are listed and nothing is changed; with skipMissing they are skipped', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant)
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    const early = await scout.call('POST', `/rounds/${round.id}/submit`)
    assert.equal(early.status, 400)
    assert.match(early.text, new RegExp(`stops\\.${stopId}`))
    const done = await scout.call<Round>('POST', `/rounds/${round.id}/submit`, {
      skipMissing: { reason: 'CLOSED' },
    })
    assert.deepEqual(
      [done.json.data.state, done.json.data.score, done.json.data.passed],
      ['SUBMITTED', null, false],
    )
    const skipped = await scout.call<Inspection>('GET', `/inspections/${stopId}`)
    assert.deepEqual(skipped.json.data.skipped, { reason: 'CLOSED', note: null })
  })

  test('Illegal moves are refused; a round that another scout took is a CONFLICT, a declined one is open to others', async () => {
    const { scout, place, templateId, round } = await stageScout(server, tenant)
    const other = await activeScout(server, tenant, { buildingIds: [place.buildingId] })
    assert.equal((await scout.call('POST', `/rounds/${round.id}/pause`, { paused: true })).status, 400)
    assert.equal((await other.call('POST', `/rounds/${round.id}/accept`)).json.code, 'CONFLICT')
    const declined = await scout.call('POST', `/rounds/${round.id}/decline`, { reason: 'Ill' })
    assert.deepEqual(declined.json.data, { id: round.id }, declined.text)
    assert.equal((await scout.call('GET', `/rounds/${round.id}`)).status, 404, 'it was given back')
    const taken = await other.call<Round>('POST', `/rounds/${round.id}/accept`)
    assert.deepEqual([taken.json.data.state, taken.json.data.scout?.id], ['ACCEPTED', other.id])
    assert.equal((await other.call('POST', `/rounds/${round.id}/accept`)).status, 400)
    const last = await storeRound(tenant, {
      buildingId: place.buildingId,
      amenityIds: [place.amenityId],
      templateId,
      scoutId: null,
    })
    for (const one of [scout, other])
      assert.equal((await one.call('POST', `/rounds/${last.id}/decline`, { reason: 'Ill' })).status, 200)
    const [row] = await tenant.inside((ctx) =>
      ctx.run<{ state: string }>('select state from round where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        last.id,
      ]),
    )
    assert.equal(row?.state, 'DECLINED')
  })
})
