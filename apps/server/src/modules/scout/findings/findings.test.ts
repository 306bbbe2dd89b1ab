import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '#contracts/scout/findings.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { type ActiveScout, activeScout, stageScout } from '../testing/scout-stage.ts'

const server = await startTestServer()
const tenant = await createTenant(server)

interface Task {
  id: string
  priority: string
  status: string
  reporterCount: number
  verification: string
}

const tasksAt = async (amenityId: string, of: TestTenant = tenant): Promise<Task[]> =>
  (await server.call<Task[]>('GET', `/api/tasks?amenityId=${amenityId}`, { token: of.admin.token })).json.data

const setStatus = async (taskId: string, status: string): Promise<void> => {
  const reply = await server.call('PATCH', `/api/tasks/${taskId}/status`, {
    token: tenant.admin.token,
    body: { status },
  })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
}

const report = (scout: ActiveScout, body: object) => scout.call<Finding>('POST', '/findings', body)
const read = async (scout: ActiveScout, id: string): Promise<Finding> =>
  (await scout.call<Finding>('GET', `/findings/${id}`)).json.data

describe('A finding becomes a task', () => {
  test('Its priority follows the severity; an observation makes none; a category of another type is refused', async () => {
    const { scout, place } = await stageScout(server, tenant, { blind: false })
    const { amenityId } = place
    const priorities: [string, string, string][] = [
      ['NO_PAPER', 'CRITICAL', 'URGENT'],
      ['NO_SOAP', 'MAJOR', 'HIGH'],
      ['BIN_FULL', 'MINOR', 'MEDIUM'],
    ]
    for (const [category, severity, priority] of priorities) {
      const made = await report(scout, { amenityId, category, severity })
      assert.equal(made.status, 201, made.text)
      const [task] = await tasksAt(amenityId)
      assert.equal(task?.priority, priority)
    }
    const seen = await report(scout, { amenityId, category: 'BAD_SMELL', severity: 'OBSERVATION' })
    assert.deepEqual([seen.json.data.state, seen.json.data.task], ['REPORTED', null])
    assert.equal((await tasksAt(amenityId)).length, 3)
    const wrong = await report(scout, { amenityId, category: 'DOOR_FAULT', severity: 'MINOR' })
    assert.equal(wrong.status, 400, wrong.text)
  })

  test('It joins the open task whoever reported it: one more reporter, priority only upwards, the text as a note', async () => {
    const { scout, place } = await stageScout(server, tenant, { blind: false })
    const visitor = await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 2, issues: [{ code: 'NO_SOAP' }] },
    })
    assert.equal(visitor.status, 201, visitor.text)
    await server.drain()
    const made = await report(scout, {
      amenityId: place.amenityId,
      category: 'NO_SOAP',
      severity: 'MAJOR',
      text: 'Both dispensers are empty',
    })
    assert.deepEqual([made.json.data.joined, made.json.data.state], [true, 'ACCEPTED'], made.text)
    const [task, ...others] = await tasksAt(place.amenityId)
    assert.deepEqual([others.length, task?.reporterCount, task?.priority], [0, 2, 'HIGH'])
    const notes = await server.call<{ text: string; author: { kind: string } }[]>(
      'GET',
      `/api/tasks/${task?.id}/notes`,
      { token: tenant.admin.token },
    )
    assert.deepEqual(
      notes.json.data.map(({ text, author }) => [text, author.kind]),
      [['Both dispensers are empty', 'SCOUT']],
    )
  })

  test('The second of the same scout on the same place and category is MERGED while the first is open', async () => {
    const { scout, place } = await stageScout(server, tenant, { blind: false })
    const body = { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' }
    const first = (await report(scout, { ...body, text: 'Drips' })).json.data
    const second = (await report(scout, { ...body, text: 'At the left basin' })).json.data
    assert.deepEqual([second.state, second.mergedInto], ['MERGED', first.id])
    assert.equal((await read(scout, first.id)).text, 'Drips\nAt the left basin')
    assert.equal((await tasksAt(place.amenityId)).length, 1)
  })

  test('State follows the task: FIXED when done; verified fixes are CONFIRMED, others are opened again', async () => {
    const { scout, place } = await stageScout(server, tenant, { blind: false })
    const made = (await report(scout, { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' }))
      .json.data
    const [task] = await tasksAt(place.amenityId)
    assert.ok(task)
    const early = await scout.call('POST', `/findings/${made.id}/verify`, { fixed: true })
    assert.equal(early.status, 400)
    await setStatus(task.id, 'DONE')
    assert.equal((await read(scout, made.id)).state, 'FIXED')
    const no = await scout.call<Finding>('POST', `/findings/${made.id}/verify`, {
      fixed: false,
      note: 'Drips',
    })
    assert.deepEqual([no.json.data.state, no.json.data.task?.status], ['REOPENED', 'OPEN'], no.text)
    assert.equal((await tasksAt(place.amenityId))[0]?.verification, 'REJECTED')
    await setStatus(task.id, 'DONE')
    const yes = await scout.call<Finding>('POST', `/findings/${made.id}/verify`, { fixed: true })
    assert.deepEqual(
      [yes.json.data.state, yes.json.data.task?.verification],
      ['VERIFIED', 'CONFIRMED'],
      yes.text,
    )
    await server.drain()
    assert.equal((await read(scout, made.id)).state, 'VERIFIED')
  })

  test('A deleted task rejects the finding; a merged one takes it along', async () => {
    const { scout, place } = await stageScout(server, tenant, { blind: false })
    const made = (await report(scout, { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' }))
      .json.data
    const kept = (
      await report(scout, { amenityId: place.amenityId, category: 'BIN_FULL', severity: 'MINOR' })
    ).json.data
    const [later, former] = await tasksAt(place.amenityId)
    const token = tenant.admin.token
    const merged = await server.call('POST', `/api/tasks/${former?.id}/merge`, {
      token,
      body: { taskIds: [later?.id] },
    })
    assert.equal(merged.status, 200, merged.text)
    await server.drain()
    assert.equal((await read(scout, kept.id)).task?.number, (await read(scout, made.id)).task?.number)
    assert.equal((await server.call('DELETE', `/api/tasks/${former?.id}`, { token })).status, 200)
    await server.drain()
    assert.equal((await read(scout, made.id)).state, 'REJECTED')
  })

  test('It may be changed until the work began; withdrawn, a task that is its alone is deleted', async () => {
    const { scout, place } = await stageScout(server, tenant, { blind: false })
    const body = { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' }
    const made = (await report(scout, body)).json.data
    const changed = await scout.call<Finding>('PATCH', `/findings/${made.id}`, {
      severity: 'MAJOR',
      text: 'Worse',
    })
    assert.deepEqual([changed.json.data.severity, changed.json.data.text], ['MAJOR', 'Worse'], changed.text)
    const [task] = await tasksAt(place.amenityId)
    assert.equal(task?.priority, 'HIGH')
    const gone = await scout.call<Finding>('POST', `/findings/${made.id}/withdraw`, { reason: 'Mistaken' })
    assert.deepEqual([gone.json.data.state, gone.json.data.task], ['WITHDRAWN', null], gone.text)
    await server.drain()
    assert.deepEqual(await tasksAt(place.amenityId), [])
    assert.equal((await read(scout, made.id)).state, 'WITHDRAWN', 'the deleted task does not reject it')
    const begun = (await report(scout, { ...body, category: 'BIN_FULL' })).json.data
    await setStatus((await tasksAt(place.amenityId))[0]?.id ?? '', 'IN_PROGRESS')
    const late = await scout.call('PATCH', `/findings/${begun.id}`, { text: 'Too late' })
    assert.equal(late.status, 400)
    const unlinked = await scout.call('POST', `/findings/${begun.id}/withdraw`, {})
    assert.equal(unlinked.status, 200)
    const [task2] = await tasksAt(place.amenityId)
    assert.deepEqual([task2?.status, task2?.reporterCount], ['IN_PROGRESS', 0])
  })
})

describe('What a scout may not see', () => {
  test('Before the own inspection a blind scout sees no ratings, no scores and no reports of others there', async () => {
    const { scout, place, round, stopId } = await stageScout(server, tenant, { blind: true })
    const { amenityId, buildingId, qrCode } = place
    const colleague = await activeScout(server, tenant, { buildingIds: [buildingId], blind: false })
    const body = { qrCode, rating: 1, comment: 'Dreadful', issues: [{ code: 'NO_SOAP' }] }
    assert.equal((await server.call('POST', '/api/feedback', { body })).status, 201)
    await server.drain()
    const history = async () =>
      (
        await scout.call<{ ratings: { count: number } | null; blind: boolean }>(
          'GET',
          `/amenities/${amenityId}/history`,
        )
      ).json.data
    const similar = async (by: ActiveScout) =>
      (await by.call<{ kind: string; own: boolean }[]>('GET', `/findings/similar?amenityId=${amenityId}`))
        .json.data
    assert.deepEqual([(await history()).ratings, (await history()).blind], [null, true])
    assert.deepEqual(await similar(scout), [])
    assert.deepEqual(
      (await similar(colleague)).map(({ kind, own }) => [kind, own]),
      [['TASK', false]],
    )
    const joined = (await report(scout, { amenityId, category: 'NO_SOAP', severity: 'MINOR' })).json.data
    assert.deepEqual([joined.joined, joined.task], [false, null], 'not even by the task that it joined')
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    await scout.call('POST', `/rounds/${round.id}/inspections`, { stopId, qrCode })
    await scout.call('PATCH', `/inspections/${stopId}/answers`, {
      answers: ['paper', 'soap'].map((questionId) => ({ questionId, value: true, base: 0 })),
    })
    assert.equal((await scout.call('POST', `/inspections/${stopId}/complete`)).status, 200)
    assert.deepEqual([(await history()).ratings?.count, (await history()).blind], [1, false])
    assert.equal((await similar(scout)).length, 1)
    assert.equal((await read(scout, joined.id)).joined, true)
  })

  test('Places, rounds and findings outside of the scope, and those of another tenant, are NOT_FOUND', async () => {
    const { scout } = await stageScout(server, tenant)
    const foreign = await createTenant(server)
    const others = [await stageScout(server, tenant), await stageScout(server, foreign)]
    for (const { place, round, stopId, templateId, scout: other } of others) {
      const made = await report(other, { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' })
      const calls: [string, string, unknown?][] = [
        ['GET', `/sites/${place.buildingId}`],
        ['GET', `/amenities/by-code/${place.qrCode}`],
        ['GET', `/amenities/${place.amenityId}/history`],
        ['GET', `/findings/similar?amenityId=${place.amenityId}`],
        ['GET', `/templates/${templateId}`],
        ['GET', `/rounds/${round.id}`],
        ['POST', `/rounds/${round.id}/start`, {}],
        ['GET', `/inspections/${stopId}`],
        ['POST', `/inspections/${stopId}/skip`, { reason: 'CLOSED' }],
        ['GET', `/findings/${made.json.data.id}`],
        ['PATCH', `/findings/${made.json.data.id}`, { text: 'Mine' }],
        ['POST', '/findings', { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' }],
      ]
      for (const [method, path, body] of calls) {
        const reply = await scout.call(method, path, body)
        assert.equal(reply.json.code, 'NOT_FOUND', `${method} ${path}: ${reply.text}`)
      }
    }
  })

  test('Of a mystery visitor the team reads the alias; tasks open when the round is submitted, a critical one at once', async () => {
    const { scout, place, round } = await stageScout(server, tenant, {
      kind: 'MYSTERY',
      name: 'Ottilie Verborgen',
    })
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    const { amenityId } = place
    const waiting = await report(scout, { amenityId, category: 'NO_PAPER', severity: 'MAJOR', text: 'None' })
    assert.deepEqual([waiting.json.data.state, waiting.json.data.task], ['REPORTED', null], waiting.text)
    const urgent = await report(scout, { amenityId, category: 'LEAK', severity: 'CRITICAL' })
    assert.equal(urgent.json.data.state, 'ACCEPTED')
    assert.equal((await tasksAt(amenityId)).length, 1)
    await scout.call('POST', `/rounds/${round.id}/submit`, { skipMissing: { reason: 'CLOSED' } })
    await server.drain()
    const tasks = await tasksAt(amenityId)
    assert.equal(tasks.length, 2)
    assert.equal((await read(scout, waiting.json.data.id)).state, 'ACCEPTED')
    const told = [
      JSON.stringify(tasks),
      ...(await Promise.all(
        tasks.flatMap(({ id }) =>
          ['', '/history', '/notes'].map(
            async (part) =>
              (
                await server.call('GET', `/api/tasks/${id}${part}`, { token: tenant.admin.token })
              ).text,
          ),
        ),
      )),
      (await server.call('GET', '/api/admin/audit-log?pageSize=100', { token: tenant.admin.token })).text,
    ].join('\n')
    assert.match(told, /Mystery visitor/)
    assert.doesNotMatch(told, /Ottilie|Verborgen/)
    assert.equal((await scout.call<{ name: string }>('GET', '/me')).json.data.name, 'Ottilie Verborgen')
  })
})
