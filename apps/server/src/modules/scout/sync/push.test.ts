import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Conflict } from '#contracts/scout/phone/sync.ts'
import type { Inspection, RoundDetail } from '#contracts/scout/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import {
  type ActiveScout,
  activate,
  activeScout,
  shortContent,
  stageScout,
  storeTemplate,
} from '../testing/scout-stage.ts'

const server = await startTestServer()
const tenant = await createTenant(server)

interface Result {
  clientId: string
  result: string
  id: string | null
  version: number | null
  conflictId?: string
  code?: string
  path?: string
}

const at = (minutes = 0): string => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()

const operation = (kind: string, fields: object, minutes = 0) => ({
  clientId: crypto.randomUUID(),
  at: at(minutes),
  kind,
  ...fields,
})

const push = async (scout: ActiveScout, operations: object[], sentAt = at()): Promise<Result[]> => {
  const reply = await scout.call<{ results: Result[] }>(
    'POST',
    `/sync/push?sentAt=${encodeURIComponent(sentAt)}`,
    { operations },
  )
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.results
}

const answers = (values: Record<string, boolean>, base = 0) =>
  Object.entries(values).map(([questionId, value]) => ({ questionId, value, base }))

describe('An outbox', () => {
  test('A round walked without a signal arrives in one push, each operation once', async () => {
    const { scout, place, round, stopId } = await stageScout(server, tenant)
    const { id: roundId } = round
    const operations = [
      operation('round.accept', { roundId }, -30),
      operation('round.start', { roundId }, -29),
      operation('inspection.begin', { roundId, stopId, qrCode: place.qrCode }, -28),
      operation(
        'inspection.answers',
        { inspectionId: stopId, answers: answers({ paper: true, soap: true }) },
        -27,
      ),
      operation('inspection.complete', { inspectionId: stopId }, -26),
      operation('finding.create', { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' }, -25),
      operation('round.submit', { roundId, note: 'Done' }, -24),
    ]
    const first = await push(scout, operations)
    assert.deepEqual(
      first.map(({ result }) => result),
      operations.map(() => 'APPLIED'),
      JSON.stringify(first),
    )
    const again = await push(scout, operations)
    assert.deepEqual(
      again.map(({ result, id }) => [result, id]),
      first.map(({ id }) => ['DUPLICATE', id]),
    )
    const { json } = await scout.call<RoundDetail>('GET', `/rounds/${roundId}`)
    assert.deepEqual(
      [json.data.state, json.data.score, json.data.stops[0]?.inspection?.state],
      ['SUBMITTED', 100, 'COMPLETED'],
    )
    const findings = await scout.call<unknown[]>('GET', '/findings')
    assert.equal(findings.json.total, 1)
  })

  test('The clientId of the operation that made a record stands wherever its id does', async () => {
    const place = await createPlace(server, tenant)
    const scout = await activeScout(server, tenant, { buildingIds: [place.buildingId], extraRounds: true })
    const templateId = await storeTemplate(tenant, shortContent)
    const { buildingId, amenityId } = place
    const create = operation('round.create', { buildingId, templateId, amenityIds: [amenityId] })
    const begin = operation('inspection.begin', { roundId: create.clientId, amenityId })
    const finding = operation('finding.create', {
      amenityId,
      category: 'NO_SOAP',
      severity: 'OBSERVATION',
      inspectionId: begin.clientId,
    })
    await push(scout, [create])
    const results = await push(scout, [
      operation('round.start', { roundId: create.clientId }),
      begin,
      operation('inspection.answers', { inspectionId: begin.clientId, answers: answers({ paper: true }) }),
      finding,
      operation('finding.update', { findingId: finding.clientId, text: 'Nearly empty' }),
    ])
    assert.deepEqual(
      results.map(({ result }) => result),
      results.map(() => 'APPLIED'),
      JSON.stringify(results),
    )
  })

  test('A refused operation undoes only itself and tells code and place', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant)
    const results = await push(scout, [
      operation('round.start', { roundId: round.id }),
      operation('inspection.begin', { roundId: round.id, stopId }),
      operation('inspection.answers', {
        inspectionId: stopId,
        answers: [...answers({ paper: true }), { questionId: 'soap', value: 'much', base: 0 }],
      }),
      operation('inspection.answers', { inspectionId: stopId, answers: [] }),
      operation('inspection.dance', { inspectionId: stopId }),
      operation('inspection.answers', { inspectionId: stopId, answers: answers({ soap: true }) }),
    ])
    assert.deepEqual(
      results.map(({ result, code }) => [result, code]),
      [
        ['APPLIED', undefined],
        ['APPLIED', undefined],
        ['REJECTED', 'VALIDATION_ERROR'],
        ['REJECTED', 'VALIDATION_ERROR'],
        ['REJECTED', 'VALIDATION_ERROR'],
        ['APPLIED', undefined],
      ],
    )
    assert.match(results[2]?.path ?? '', /answers\.1\.value$/)
    const { json } = await scout.call<Inspection>('GET', `/inspections/${stopId}`)
    assert.deepEqual(
      json.data.answers.map(({ questionId }) => questionId),
      ['soap'],
    )
  })

  test('Two phones: the value with the later time stands in any order, the other is kept as a conflict', async () => {
    for (const isLateFirst of [true, false]) {
      const { scout, round, stopId } = await stageScout(server, tenant)
      await push(scout, [
        operation('round.start', { roundId: round.id }, -60),
        operation('inspection.begin', { roundId: round.id, stopId }, -59),
      ])
      const early = operation(
        'inspection.answers',
        { inspectionId: stopId, answers: answers({ paper: true }) },
        -20,
      )
      const late = operation(
        'inspection.answers',
        { inspectionId: stopId, answers: answers({ paper: false }) },
        -10,
      )
      const [one, other] = isLateFirst ? [late, early] : [early, late]
      assert.equal((await push(scout, [one]))[0]?.result, 'APPLIED')
      const found = await activate(server, tenant, scout.id, 'the key of the phone that was found again')
      const [result] = await push(found, [other])
      assert.equal(result?.result, 'CONFLICT')
      const { json } = await found.call<Inspection>('GET', `/inspections/${stopId}`)
      assert.equal(json.data.answers[0]?.value, false)
      const [conflict] = (await found.call<Conflict[]>('GET', '/sync/conflicts')).json.data
      assert.ok(conflict)
      assert.deepEqual(
        conflict.fields.map(({ name, mine, theirs }) => [
          name,
          (mine.value as { value: boolean }).value,
          (theirs.value as { value: boolean }).value,
        ]),
        [['paper', true, false]],
      )
      const resolved = await found.call<Conflict>('POST', `/sync/conflicts/${conflict.id}/resolve`, {
        choice: 'MINE',
      })
      assert.ok(resolved.json.data.resolvedAt, resolved.text)
      const after = await found.call<Inspection>('GET', `/inspections/${stopId}`)
      assert.equal(after.json.data.answers[0]?.value, true)
      assert.equal((await found.call('GET', '/sync/conflicts')).json.total, 0)
    }
  })

  test('A clock that is wrong by a day is put right by sentAt, never before the round was started nor after now', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant)
    const day = 24 * 60
    await push(
      scout,
      [
        operation('round.start', { roundId: round.id }, day - 30),
        operation('inspection.begin', { roundId: round.id, stopId }, day - 20),
        operation('inspection.skip', { inspectionId: stopId, reason: 'CLOSED' }, day + 500),
      ],
      at(day),
    )
    const { json } = await scout.call<Inspection>('GET', `/inspections/${stopId}`)
    const ago = server.clock.now().getTime() - Date.parse(json.data.startedAt)
    assert.ok(Math.abs(ago - 20 * 60_000) < 60_000, `${ago} ms`)
  })

  test('An expired round takes for 7 days what was done before, and is what that makes of it', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant)
    await push(scout, [operation('round.start', { roundId: round.id }, -60)])
    await tenant.inside((ctx) =>
      ctx.run("update round set state = 'EXPIRED', expired_at = $3 where tenant_id = $1 and id = $2", [
        ctx.tenantId,
        round.id,
        new Date(ctx.now.getTime() - 10 * 60_000),
      ]),
    )
    const results = await push(scout, [
      operation('inspection.begin', { roundId: round.id, stopId }, -50),
      operation('inspection.skip', { inspectionId: stopId, reason: 'CLOSED' }, -5),
      operation('inspection.skip', { inspectionId: stopId, reason: 'CLOSED' }, -40),
      operation('round.submit', { roundId: round.id }, -30),
    ])
    assert.deepEqual(
      results.map(({ result }) => result),
      ['APPLIED', 'REJECTED', 'APPLIED', 'APPLIED'],
    )
    const { json } = await scout.call<RoundDetail>('GET', `/rounds/${round.id}`)
    assert.equal(json.data.state, 'SUBMITTED')
  })

  test('A conflict that nobody resolved within 30 days ends as THEIRS', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant)
    await push(scout, [
      operation('round.start', { roundId: round.id }, -60),
      operation('inspection.begin', { roundId: round.id, stopId }, -59),
      operation('inspection.answers', { inspectionId: stopId, answers: answers({ paper: false }) }, -10),
    ])
    const found = await activate(server, tenant, scout.id, 'the key of the phone that was found again')
    const early = { inspectionId: stopId, answers: answers({ paper: true }) }
    await push(found, [operation('inspection.answers', early, -20)])
    const stored = () =>
      tenant.inside((ctx) =>
        ctx.run<{ id: string; resolved: boolean }>(
          'select id, resolved_at is not null as resolved from scout_conflict where tenant_id = $1 and record_id = $2',
          [tenant.id, stopId],
        ),
      )
    const day = 86_400_000
    server.clock.advance(29 * day)
    await server.drain()
    assert.deepEqual(
      (await stored()).map(({ resolved }) => resolved),
      [false],
    )
    server.clock.advance(day + 60_000)
    await server.drain()
    const [conflict] = await stored()
    assert.equal(conflict?.resolved, true)
    const [answer] = await tenant.inside((ctx) =>
      ctx.run<{ value: boolean }>(
        'select value from inspection_answer where tenant_id = $1 and inspection_id = $2',
        [tenant.id, stopId],
      ),
    )
    assert.equal(answer?.value, false, 'the value that stood')
    const late = await activate(server, tenant, scout.id, 'the key of one more phone')
    assert.equal((await late.call('GET', '/sync/conflicts')).json.total, 0)
  })
})
