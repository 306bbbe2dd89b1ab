import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackDetail, FeedbackItem } from '#contracts/dashboard.ts'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { openTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

let visitors = 0
const send = async (place: TestPlace, body: object): Promise<FeedbackReceipt> => {
  const from = `10.3.${++visitors >> 8}.${visitors & 255}`
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, ...body },
    from,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const recent = async (tenant: TestTenant, query = '', token = tenant.manager.token) => {
  const reply = await server.call<FeedbackItem[]>('GET', `/api/dashboard/feedback/recent${query}`, { token })
  assert.equal(reply.status, 200, reply.text)
  return { items: reply.json.data, total: reply.json.total, text: reply.text }
}

const detail = (tenant: TestTenant, id: string, token = tenant.manager.token) =>
  server.call<FeedbackDetail>('GET', `/api/dashboard/feedback/${id}`, { token })

const world = async () => {
  const tenant = await createTenant(server)
  return { tenant, place: await createPlace(server, tenant) }
}

test('Submissions are listed newest first, with place, issues, task and exact total', async () => {
  const { tenant, place } = await world()
  const first = await send(place, {
    rating: 2,
    comment: 'No paper left',
    issues: ['NO_PAPER', 'Bad music'],
    language: 'de',
  })
  const second = await send(place, { rating: 5 })
  await tenant.inside((ctx) =>
    openTask(ctx, {
      priority: 'MEDIUM',
      source: 'FEEDBACK',
      buildingId: place.buildingId,
      amenityId: place.amenityId,
      category: 'X',
      skill: null,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      report: { feedbackId: first.id },
    }),
  )
  const { items, total } = await recent(tenant)
  assert.equal(total, 2)
  assert.deepEqual(
    items.map(({ id }) => id),
    [second.id, first.id],
  )
  const item = items[1]
  assert.equal(item?.comment, 'No paper left')
  assert.equal(item?.language, 'de')
  assert.deepEqual(item?.issues, [
    { code: 'NO_PAPER', name: 'No paper', detail: null },
    { code: 'OTHER', name: 'Something else', detail: 'Bad music' },
  ])
  assert.equal(item?.task?.status, 'OPEN')
  assert.equal(items[0]?.task, null)
  assert.deepEqual(item?.amenity, { id: place.amenityId, name: 'Washroom 1' })
})

test('Search finds words by their beginning, in any case and accent, also while the index is behind', async () => {
  const { tenant, place } = await world()
  const soap = await send(place, { rating: 2, comment: 'Die Seife fehlt, Tür klemmt' })
  const label = await send(place, { issues: [{ code: 'OTHER', detail: 'Spinnennetz' }] })
  await send(place, { rating: 2, comment: 'Something quite different' })
  const found = async (q: string) =>
    (await recent(tenant, `?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id)
  const check = async (): Promise<void> => {
    assert.deepEqual(await found('seif'), [soap.id])
    assert.deepEqual(await found('TUR seife'), [soap.id])
    assert.deepEqual(await found('spinnen'), [label.id])
    assert.deepEqual(await found('seife nothing'), [])
    for (const q of ["'", '%', '_', '\\', "' or 1=1 --", '%%%', 'e'])
      assert.ok((await found(q)).length <= 3, q)
  }
  await check()
  server.clock.advance(11 * 60_000)
  await check()
  await server.drain()
  await check()
  assert.equal((await recent(tenant, '?q=')).total, 3, 'an empty question asks for nothing')
})

test('Search stays fast with hostile queries', async () => {
  const { tenant } = await world()
  for (const q of ['a'.repeat(200), 'a '.repeat(100), '%'.repeat(200), '日'.repeat(200)]) {
    const start = performance.now()
    await recent(tenant, `?q=${encodeURIComponent(q)}`)
    assert.ok(performance.now() - start < 8000, q.slice(0, 5))
  }
})

test('Filters are rating, comment, state, building, amenity and type, with several values by comma', async () => {
  const { tenant, place } = await world()
  const kitchen = await createPlace(server, tenant, { type: 'KITCHEN', name: 'Kitchen' })
  await send(place, { rating: 1, comment: 'Bad' })
  await send(place, { rating: 5 })
  await send(kitchen, { rating: 4 })
  await send(kitchen, { rating: 5, comment: 'http://a.example http://b.example' })
  const total = async (query: string) => (await recent(tenant, query)).total
  assert.equal(await total(''), 3)
  assert.equal(await total('?rating=1,5'), 2)
  assert.equal(await total('?hasComment=true'), 1)
  assert.equal(await total('?hasComment=false'), 2)
  assert.equal(await total('?state=QUARANTINED'), 1)
  assert.equal(await total('?state=VISIBLE,QUARANTINED'), 4)
  assert.equal(await total(`?amenityId=${kitchen.amenityId}`), 1)
  assert.equal(await total(`?building=${place.buildingId}`), 2)
  assert.equal(await total('?type=KITCHEN'), 1)
  assert.equal(await total('?from=2026-01-01&to=2026-01-02'), 0)
  for (const query of [
    '?rating=6',
    '?state=GONE',
    '?sort=comment',
    '?page=0',
    '?pageSize=101',
    '?hasComment=maybe',
  ]) {
    const reply = await server.call('GET', `/api/dashboard/feedback/recent${query}`, {
      token: tenant.manager.token,
    })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', query)
  }
})

test('All pages in both orders contain each row once, and a page beyond the end is empty with the right total', async () => {
  const { tenant, place } = await world()
  const at = server.clock.now().getTime()
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at)
       select $1, id, $3, $4, nullif(n % 6, 0), 'x', $5::timestamptz - (n % 7) * interval '1 minute' from unnest($2::uuid[]) with ordinality as r (id, n) returning 1`,
      [
        ctx.tenantId,
        Array.from({ length: 53 }, () => newId(at)),
        place.amenityId,
        place.buildingId,
        new Date(at),
      ],
    ),
  )
  for (const sort of ['createdAt', '-createdAt', 'rating', '-rating']) {
    const seen: FeedbackItem[] = []
    for (let page = 1; page <= 6; page++)
      seen.push(...(await recent(tenant, `?sort=${sort}&page=${page}&pageSize=10`)).items)
    assert.equal(new Set(seen.map(({ id }) => id)).size, 53, sort)
    const all = (await recent(tenant, `?sort=${sort}&pageSize=100`)).items
    assert.deepEqual(
      seen.map(({ id }) => id),
      all.map(({ id }) => id),
      sort,
    )
  }
  assert.deepEqual(await recent(tenant, '?page=2147483647').then(({ items, total }) => ({ items, total })), {
    items: [],
    total: 53,
  })
})

test('A single submission has its messages, replies and progress', async () => {
  const { tenant, place } = await world()
  const receipt = await send(place, { rating: 1, comment: 'Broken' })
  await server.call('POST', `/api/feedback/track/${receipt.trackingToken}`, {
    body: { message: 'Still broken' },
  })
  const reply = await detail(tenant, receipt.id)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(
    reply.json.data.messages.map(({ text }) => text),
    ['Still broken'],
  )
  assert.equal(reply.json.data.tracking, 'RECEIVED')
  assert.equal(reply.json.data.fixed, null)
  const other = await createTenant(server)
  const [foreign, missing] = [await detail(other, receipt.id), await detail(other, newId(1))]
  assert.equal(foreign.json.code, 'NOT_FOUND')
  assert.equal(foreign.text, missing.text)
  assert.equal((await detail(tenant, 'nonsense')).json.code, 'NOT_FOUND')
  assert.equal((await detail(tenant, receipt.id, tenant.technician.token)).json.code, 'FORBIDDEN')
})
