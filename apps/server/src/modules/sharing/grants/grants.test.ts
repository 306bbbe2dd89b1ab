import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { type Grant, type GrantView, grantMeasures } from '#contracts/sharing/grants.ts'
import { stageScout } from '#server/modules/scout/testing/scout-stage.ts'
import { walkRound } from '#server/modules/scout/testing/walk-round.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startFakeStripe } from '#test/fake-stripe.ts'
import { callRightly, createEverything, pathFor, recordFor } from '#test/hostile/everything.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { deliverEnd, deliverOffer } from './deliver.ts'

const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ env: stripe.env })
const at = '/api/sharing/grants'

const call = <T = Grant>(tenant: TestTenant, method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { token: tenant.admin.token, body })
const slugOf = ({ id }: TestTenant): string => `tenant-${id}`
const offer = async (giver: TestTenant, slug: string, more: object = {}) => {
  const reply = await call(giver, 'POST', at, { slug, measures: ['RATINGS', 'ISSUES'], ...more })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data
}
const grantsOf = async (tenant: TestTenant, query = '') =>
  (await call<Grant[]>(tenant, 'GET', `${at}${query}`)).json.data
const stateOf = async (tenant: TestTenant, id: string) =>
  (await grantsOf(tenant)).find((grant) => grant.id === id)?.state
const view = (tenant: TestTenant, id: string) => call<GrantView>(tenant, 'GET', `${at}/${id}/view`)
const accepted = async (giver: TestTenant, receiver: TestTenant, more: object = {}) => {
  const { id } = await offer(giver, slugOf(receiver), more)
  const reply = await call(receiver, 'POST', `${at}/${id}/accept`)
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
  return id
}
const pair = async () => [await createTenant(server), await createTenant(server)] as const

test('A grant is offered by slug, accepted by the other side, and shows its measures within its scope only', async () => {
  const [giver, receiver] = await pair()
  const [mine, other] = [await createPlace(server, giver), await createPlace(server, giver)]
  for (const [qrCode, rating] of [
    [mine.qrCode, 2],
    [mine.qrCode, 4],
    [other.qrCode, 5],
  ] as const)
    await server.call('POST', '/api/feedback', { body: { qrCode, rating, comment: 'words of a visitor' } })
  const given = await offer(giver, slugOf(receiver), { scope: { buildingIds: [mine.buildingId] } })
  assert.deepEqual(
    [given.state, given.direction, given.other.name, given.places],
    ['OFFERED', 'GIVEN', slugOf(receiver), ['Main building']],
  )
  const [received] = await grantsOf(receiver)
  assert.deepEqual(
    [received?.id, received?.state, received?.direction, received?.scope, received?.places],
    [given.id, 'OFFERED', 'RECEIVED', {}, ['Main building']],
  )
  assert.equal((await view(receiver, given.id)).status, 404)
  assert.equal((await call(receiver, 'POST', `${at}/${given.id}/accept`)).json.data.state, 'ACCEPTED')
  const read = await view(receiver, given.id)
  assert.equal(read.status, 200, read.text)
  const { feedback, issues, tasks, buildings } = read.json.data
  const overview = await call<Overview>(giver, 'GET', `/api/dashboard/overview?buildingId=${mine.buildingId}`)
  assert.deepEqual(feedback, overview.json.data.feedback)
  assert.equal(feedback?.count, 2)
  assert.deepEqual([issues, tasks, buildings], [[], null, null])
  for (const hidden of ['words of a visitor', mine.amenityId, mine.buildingId, other.amenityId])
    assert.ok(!read.text.includes(hidden), hidden)
  await server.drain()
  const [seen] = await grantsOf(giver)
  assert.deepEqual([seen?.state, seen?.reads], ['ACCEPTED', 1])
  assert.match(seen?.other.name ?? '', /^Tenant \d+$/)
})

test('A grant of the SLA measure only shows neither ratings nor tasks', async () => {
  const [giver, receiver] = await pair()
  const { qrCode, buildingId } = await createPlace(server, giver)
  await server.call('POST', '/api/feedback', { body: { qrCode, rating: 2 } })
  await call(giver, 'POST', '/api/tasks', { title: 'Lamp', buildingId })
  const id = await accepted(giver, receiver, { measures: ['SLA'] })
  const { json } = await view(receiver, id)
  const { feedback, trend, issues, tasks, buildings } = json.data
  assert.deepEqual([feedback, trend, issues, tasks], [null, null, null, null])
  assert.deepEqual(Object.keys(buildings?.[0] ?? {}).sort(), [
    'name',
    'slaHigh',
    'slaLow',
    'slaMet',
    'slaMissed',
    'slaShare',
  ])
})

test('A grant of the INSPECTIONS measure shows their figures within its scope, and no name of a mystery visitor', async () => {
  const [giver, receiver] = await pair()
  const stages = [
    await stageScout(server, giver, { kind: 'MYSTERY', name: 'Zebulon Quist' }),
    await stageScout(server, giver),
  ] as const
  for (const stage of stages) await walkRound(server, stage)
  const scope = { buildingIds: [stages[0].place.buildingId] }
  const id = await accepted(giver, receiver, { scope, measures: ['INSPECTIONS'] })
  const read = await view(receiver, id)
  const { feedback, tasks, inspections } = read.json.data
  assert.deepEqual([feedback, tasks, inspections?.count, inspections?.average], [null, null, 1, 100])
  assert.doesNotMatch(read.text, /quist|mystery/i)
  assert.equal((await view(receiver, await accepted(giver, receiver))).json.data.inspections, null)
})

test('Each reading is logged for the giver, who sees it', async () => {
  const [giver, receiver] = await pair()
  const id = await accepted(giver, receiver)
  for (let read = 1; read <= 3; read++) await view(receiver, id)
  const [grant] = await grantsOf(giver)
  assert.equal(grant?.reads, 3)
  assert.ok(grant?.lastReadAt)
  const log = await call<{ action: string; target: string; actor: { name: string } }[]>(
    giver,
    'GET',
    '/api/admin/audit-log?action=sharing.partnerRead',
  )
  assert.equal(log.json.total, 3)
  assert.equal(log.json.data[0]?.target, id)
  const [own] = await grantsOf(receiver)
  assert.equal(log.json.data[0]?.actor.name, (await grantsOf(giver))[0]?.other.name)
  assert.deepEqual([own?.reads, own?.lastReadAt], [0, null])
})

test('An offer to an unknown slug gets the same answer as to a known one, and stays an offer', async () => {
  const [giver, receiver] = await pair()
  const known = await offer(giver, slugOf(receiver))
  const unknown = await offer(giver, 'nobody-of-this-name')
  const shape = ({ id: _, createdAt: __, until: ___, other: ____, ...rest }: Grant) => rest
  assert.deepEqual(shape(unknown), shape(known))
  assert.deepEqual(
    (await grantsOf(giver)).map(({ state, other }) => [state, other.name]),
    [
      ['OFFERED', 'nobody-of-this-name'],
      ['OFFERED', slugOf(receiver)],
    ],
  )
})

test('A declined grant is REVOKED on both sides and cannot be answered again', async () => {
  const [giver, receiver] = await pair()
  const { id } = await offer(giver, slugOf(receiver))
  const declined = await call(receiver, 'POST', `${at}/${id}/accept`, { accept: false })
  assert.equal(declined.json.data.state, 'REVOKED')
  await server.drain()
  assert.equal(await stateOf(giver, id), 'REVOKED')
  assert.equal((await call(receiver, 'POST', `${at}/${id}/accept`)).json.code, 'VALIDATION_ERROR')
  assert.equal((await view(receiver, id)).status, 404)
})

test('An offer that is ended during its delivery is not open on the other side, also if the worker died', async () => {
  const idle = await startTestServer({ worker: false })
  const { platform } = idle.built
  for (const dies of [false, true]) {
    const [giver, receiver] = [await createTenant(idle), await createTenant(idle)]
    const slug = slugOf(receiver)
    const token = giver.admin.token
    const body = { slug, measures: ['RATINGS'] }
    const offered = await idle.call<Grant>('POST', at, { token, body })
    const grantId = offered.json.data.id
    const told = { id: grantId, tenantId: giver.id, at: idle.clock.now() }
    const offerOf = { ...told, type: 'internal.grant_offered' as const, payload: { grantId, slug } }
    const { worker } = platform.databases
    const query = worker.query.bind(worker)
    // Between reading the offer and its delivery.
    const endsFirst = async (...given: Parameters<typeof query>): Promise<unknown> => {
      // The service reads for itself meanwhile.
      if (!String(given[0]).includes('from tenant where slug')) return query(...given)
      worker.query = query
      await idle.call('DELETE', `${at}/${grantId}`, { token })
      await deliverEnd(platform, {
        ...told,
        type: 'internal.grant_ended',
        payload: { grantId, direction: 'GIVEN', otherId: null, slug },
      })
      return query(...given)
    }
    worker.query = endsFirst as typeof worker.query
    await deliverOffer(platform, offerOf)
    if (dies) {
      // As a worker leaves it that dies between the delivery and its last check; the job is retried.
      await receiver.inside(({ run, tenantId }) =>
        run('update grant_received set ended_at = null where tenant_id = $1', [tenantId]),
      )
      await deliverOffer(platform, offerOf)
    }
    const seen = await idle.call<Grant[]>('GET', at, { token: receiver.admin.token })
    assert.deepEqual(
      seen.json.data.map(({ state }) => state),
      ['REVOKED'],
    )
  }
})

test('Either side ends it: refused at once, NOT_FOUND for the side that ended it, REVOKED for the other', async () => {
  const [giver, receiver] = await pair()
  const [first, second] = [await accepted(giver, receiver), await accepted(giver, receiver)]
  assert.deepEqual((await call(giver, 'DELETE', `${at}/${first}`)).json.data, { id: first })
  assert.equal((await view(receiver, first)).status, 404)
  assert.equal((await call(giver, 'DELETE', `${at}/${first}`)).status, 404)
  await call(receiver, 'DELETE', `${at}/${second}`)
  assert.equal((await view(receiver, second)).status, 404)
  await server.drain()
  assert.deepEqual([await stateOf(receiver, first), await stateOf(giver, first)], ['REVOKED', undefined])
  assert.deepEqual([await stateOf(giver, second), await stateOf(receiver, second)], ['REVOKED', undefined])
  const offered = await offer(giver, slugOf(receiver))
  await call(giver, 'DELETE', `${at}/${offered.id}`)
  await server.drain()
  assert.equal(await stateOf(receiver, offered.id), 'REVOKED')
  // Before the receiver is notified: the giver's own row decides.
  const ended = await accepted(giver, receiver)
  await call(giver, 'DELETE', `${at}/${ended}`)
  await server.drain()
  await receiver.inside(({ run, tenantId }) =>
    run('update grant_received set ended_at = null where tenant_id = $1 and id = $2', [tenantId, ended]),
  )
  assert.equal((await view(receiver, ended)).status, 404)
})

test('A grant past its end is EXPIRED and cannot be read', async () => {
  const [giver, receiver] = await pair()
  const id = await accepted(giver, receiver)
  for (const [tenant, table] of [
    [giver, 'grant_given'],
    [receiver, 'grant_received'],
  ] as const) {
    const past = new Date(Date.now() - 1000)
    await tenant.inside(({ run }) =>
      run(`update ${table} set until = $2 where tenant_id = $1`, [tenant.id, past]),
    )
    assert.equal((await view(receiver, id)).status, 404, table)
    assert.equal(await stateOf(tenant, id), 'EXPIRED')
  }
  assert.equal((await grantsOf(giver, '?state=EXPIRED&direction=GIVEN')).length, 1)
  assert.equal((await grantsOf(giver, '?state=ACCEPTED')).length, 0)
})

test('Only the receiver answers and reads; a third tenant and the giver get NOT_FOUND', async () => {
  const [giver, receiver] = await pair()
  const third = await createTenant(server)
  const { id } = await offer(giver, slugOf(receiver))
  for (const tenant of [giver, third]) {
    assert.equal((await call(tenant, 'POST', `${at}/${id}/accept`)).status, 404)
    assert.equal((await view(tenant, id)).status, 404)
  }
  assert.equal((await call(third, 'DELETE', `${at}/${id}`)).status, 404)
  await call(receiver, 'POST', `${at}/${id}/accept`)
  for (const tenant of [giver, third]) assert.equal((await view(tenant, id)).status, 404)
})

test('An invalid grant is VALIDATION_ERROR', async () => {
  const giver = await createTenant(server)
  for (const wrong of [
    { measures: [] },
    { measures: ['COMMENTS'] },
    { slug: '' },
    { slug: slugOf(giver) },
    { until: new Date(Date.now() - 1000).toISOString() },
    { until: '2099-01-01T00:00:00Z' },
    { scope: { categories: ['LEAK'] } },
  ]) {
    const reply = await call(giver, 'POST', at, { slug: 'partner', measures: ['RATINGS'], ...wrong })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', `${JSON.stringify(wrong)}: ${reply.text}`)
  }
})

test('A grant gives access to no other endpoint: lists do not contain the giver’s rows, its ids are NOT_FOUND', async () => {
  const [giver, receiver] = [
    await createEverything(server, { mark: 'Givenmark' }),
    await createEverything(server, { mark: 'Takenmark' }),
  ]
  await accepted(giver.tenant, receiver.tenant, { measures: [...grantMeasures] })
  const reads = endpoints.filter(
    ({ method, access, stream }) => method === 'GET' && access.kind === 'tenant' && !stream,
  )
  assert.ok(reads.length > 50)
  const { token } = receiver.tenant.admin
  for (const spec of reads) {
    const own = await callRightly(server, spec, receiver, { token })
    // The endpoint of QR sheets requires ids.
    assert.ok(own.status === 200 || spec.file, `${spec.path}: ${own.text}`)
    assert.ok(!own.text.includes('Givenmark'), spec.path)
    if (!spec.params) continue
    const foreign = await server.call('GET', pathFor(spec, giver), { token })
    assert.equal(foreign.status, 404, `${spec.path} ${recordFor(spec, giver)}`)
  }
})
