import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttentionGroup, AttentionItem } from '#contracts/attention.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { assignTasks, lockTask, reopenTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const hourMs = 3600_000
const dayMs = 24 * hourMs

const ago = (ms: number): Date => new Date(server.clock.now().getTime() - ms)

const overview = async (
  tenant: TestTenant,
  credentials: { token?: string; key?: string } = { token: tenant.manager.token },
  query = '',
): Promise<Overview> => {
  const reply = await server.call<Overview>('GET', `/api/dashboard/overview${query}`, credentials)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

const call = async <T = { id: string }>(
  method: string,
  path: string,
  body: unknown,
  token: string,
): Promise<T> => {
  const reply = await server.call<T>(method, path, { body, token })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.json.data
}

const makeTask = (tenant: TestTenant, place: TestPlace, more: Record<string, unknown> = {}) =>
  call(
    'POST',
    '/api/tasks',
    { title: 'Mend the lamp', amenityId: place.amenityId, ...more },
    tenant.admin.token,
  )

const change = (tenant: TestTenant, table: 'task' | 'amenity' | 'qr_code', id: string, set: string) =>
  tenant.inside((ctx) =>
    ctx.run(
      `update ${table} set ${set} where tenant_id = $1 and ${table === 'qr_code' ? 'code = $2' : 'id = $2::uuid'}`,
      [ctx.tenantId, id],
    ),
  )

interface Submission {
  readonly at: Date
  readonly rating: number
  readonly comment?: string
}

const insert = async (
  tenant: TestTenant,
  place: TestPlace,
  given: readonly Submission[],
): Promise<string[]> => {
  const ids = given.map(({ at }) => newId(at.getTime()))
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at)
       select $1, id, $3, $4, rating, comment, 'x', at
       from unnest($2::uuid[], $5::int[], $6::text[], $7::timestamptz[]) as r (id, rating, comment, at) returning 1`,
      [
        ctx.tenantId,
        ids,
        place.amenityId,
        place.buildingId,
        given.map(({ rating }) => rating),
        given.map(({ comment }) => comment ?? null),
        given.map(({ at }) => at.toISOString()),
      ],
    ),
  )
  return ids
}

const many = (count: number, at: Date, rating: number): Submission[] =>
  Array.from({ length: count }, () => ({ at, rating }))

const of = (answer: Overview, group: AttentionGroup): AttentionItem[] =>
  answer.attention.filter((item) => item.group === group)

test('Each group lists its first eight items and counts all, each place with its floor', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { token } = tenant.admin
  const floor = await call(
    'POST',
    '/api/admin/locations',
    { buildingId: place.buildingId, kind: 'FLOOR', name: 'Second floor' },
    token,
  )
  const room = await call(
    'POST',
    '/api/admin/locations',
    { buildingId: place.buildingId, parentId: floor.id, kind: 'ROOM', name: 'Corridor B' },
    token,
  )
  await call('PATCH', `/api/admin/amenities/${place.amenityId}`, { locationId: room.id }, token)
  for (let n = 0; n < 11; n++) await makeTask(tenant, place, { title: `Lamp ${n}` })
  await tenant.inside((ctx) =>
    ctx.run("update task set created_at = created_at - interval '2 hours' where tenant_id = $1", [
      ctx.tenantId,
    ]),
  )
  const answer = await overview(tenant)
  assert.deepEqual(answer.attentionCounts, [{ group: 'ASSIGN', count: 11 }])
  assert.equal(answer.attention.length, 8)
  for (const item of answer.attention) {
    assert.deepEqual(item.amenity, { id: place.amenityId, name: 'Washroom 1' })
    assert.equal(item.floor, 'Second floor')
    assert.deepEqual(item.acts, ['ASSIGN', 'FINISH'])
  }
})

test('An action removes its item: assigned, new due time, replied, linked', async () => {
  const tenant = await createTenant(server)
  const [place, other] = [
    await createPlace(server, tenant),
    await createPlace(server, tenant, { name: 'Lobby' }),
  ]
  const { token } = tenant.manager
  const free = await makeTask(tenant, place)
  await change(tenant, 'task', free.id, "created_at = created_at - interval '2 hours'")
  const late = await makeTask(tenant, place, { assignee: { userId: tenant.technician.id } })
  await change(tenant, 'task', late.id, "due_at = created_at - interval '1 hour'")
  const [comment] = await insert(tenant, other, [
    { at: ago(3 * hourMs), rating: 1, comment: 'The floor\nis wet' },
  ])
  const answer = await overview(tenant)
  assert.deepEqual(
    answer.attention.map(({ id, group, acts }) => ({ id, group, act: acts[0] })),
    [
      { id: late.id, group: 'LATE', act: 'SET_DUE' },
      { id: free.id, group: 'ASSIGN', act: 'ASSIGN' },
      { id: comment, group: 'REPLY', act: 'REPLY' },
    ],
  )
  assert.equal(answer.attention[2]?.name, 'The floor is wet')
  assert.equal(answer.attention[2]?.subjectId, null)
  await call('POST', `/api/tasks/${free.id}/assign`, { userId: tenant.technician.id }, token)
  await call(
    'PATCH',
    `/api/tasks/${late.id}`,
    { dueAt: new Date(server.clock.now().getTime() + dayMs) },
    token,
  )
  const about = await call(
    'POST',
    '/api/tasks',
    { title: 'Wet floor', amenityId: other.amenityId, feedbackIds: [comment] },
    token,
  )
  assert.equal(of(await overview(tenant), 'REPLY')[0]?.subjectId, about.id)
  await call('POST', `/api/tasks/${about.id}/notes`, { text: 'We are drying it.', public: true }, token)
  assert.deepEqual((await overview(tenant)).attention, [])
})

test('A rejected task stays on the list until a person works on it again, even if a rule assigned it', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { id } = await makeTask(tenant, place, { assignee: { userId: tenant.technician.id } })
  await call('PATCH', `/api/tasks/${id}/status`, { status: 'DONE' }, tenant.manager.token)
  server.clock.advance(10_000)
  await tenant.inside((ctx) => reopenTask(ctx, id))
  const called = async () => of(await overview(tenant), 'NOT_FIXED').map((item) => item.id)
  assert.deepEqual(await called(), [id])
  server.clock.advance(10_000)
  await tenant.inside(async (ctx) =>
    assignTasks(ctx, [await lockTask(ctx, id)], { kind: 'USER', id: tenant.manager.id }, null),
  )
  assert.deepEqual(await called(), [id], 'a rule is nobody of the team')
  server.clock.advance(10_000)
  await call('POST', `/api/tasks/${id}/assign`, { userId: tenant.technician.id }, tenant.manager.token)
  assert.deepEqual(of(await overview(tenant), 'NOT_FIXED'), [])
})

test('A missed SLA stays on the list until a due time is set', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { id } = await makeTask(tenant, place, { assignee: { userId: tenant.technician.id } })
  const resolveBy = ago(hourMs)
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, resolve_by) values ($1, $2, $3, 0, $4)
       on conflict (tenant_id, task_id) do update set resolve_by = excluded.resolve_by, resolved_at = null`,
      [ctx.tenantId, id, ago(5 * hourMs), resolveBy],
    ),
  )
  const [item] = of(await overview(tenant), 'LATE')
  assert.equal(item?.id, id)
  assert.equal(item?.reason, 'Past its SLA deadline')
  assert.equal(item?.since, resolveBy.toISOString())
  const dueAt = new Date(server.clock.now().getTime() + dayMs).toISOString()
  await call('PATCH', `/api/tasks/${id}`, { dueAt }, tenant.manager.token)
  assert.deepEqual(of(await overview(tenant), 'LATE'), [])
})

test('An amenity with poor ratings stays on the list until it is really better, not until the first good rating of the day', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await insert(tenant, place, many(6, ago(20 * dayMs), 5))
  await insert(tenant, place, many(6, ago(3 * dayMs), 4))
  assert.deepEqual(
    of(await overview(tenant), 'PLACES').map(({ id }) => id),
    [place.amenityId],
  )
  // 4.0 → 4.4 by today's good ratings: less than 0.7 below, but not as before. An hour ago may be yesterday.
  await insert(tenant, place, many(4, ago(0), 5))
  assert.deepEqual(
    of(await overview(tenant), 'PLACES').map(({ id }) => id),
    [place.amenityId],
  )
  await insert(tenant, place, many(10, ago(0), 5))
  assert.deepEqual(of(await overview(tenant), 'PLACES'), [])
})

test('An amenity that has been bad for weeks stays on the list, and a task to look into it removes the item', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await insert(tenant, place, many(6, ago(50 * dayMs), 5))
  await insert(tenant, place, many(6, ago(20 * dayMs), 2))
  await insert(tenant, place, many(6, ago(2 * dayMs), 2))
  const [item] = of(await overview(tenant), 'PLACES')
  assert.equal(item?.reason, 'The rating is still 2.0; it was 5.0')
  await makeTask(tenant, place, { title: 'Look at it' })
  assert.deepEqual(of(await overview(tenant), 'PLACES'), [])
})

test('A certificate that ends within 30 days, a day without cover, an amenity without a code and a scanned unlinked sticker are upkeep', async () => {
  const tenant = await createTenant(server, { timeZone: 'UTC' })
  const [place, bare] = [
    await createPlace(server, tenant),
    await createPlace(server, tenant, { name: 'Lobby' }),
  ]
  const { token } = tenant.admin
  const jo = await call('POST', '/api/operator/operators', { name: 'Jo' }, token)
  const today = server.clock.now()
  const inDays = (days: number): string => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10)
  const certified = (validUntil: string) =>
    call(
      'PUT',
      `/api/operator/operators/${jo.id}/certifications`,
      { certifications: [{ name: 'Lifts', skill: 'LIFT', validUntil }] },
      token,
    )
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '16:00' }))
  const shifts = (exceptions: unknown[]) =>
    call('PUT', `/api/operator/operators/${jo.id}/shifts`, { weekly, exceptions }, tenant.manager.token)
  await certified(inDays(40))
  await shifts([])
  assert.deepEqual((await overview(tenant)).attention, [])
  await certified(inDays(10))
  await shifts([{ date: inDays(3), off: true }])
  const code = newId(9).replaceAll('-', '').slice(-12).toUpperCase()
  await tenant.inside(async (ctx) => {
    await ctx.run(
      'update qr_code set amenity_id = null, retired_at = $3 where tenant_id = $1 and amenity_id = $2',
      [ctx.tenantId, bare.amenityId, ctx.now],
    )
    await ctx.run(
      'insert into qr_code (tenant_id, code, scans, last_scan_at, created_at) values ($1, $2, 1, $3, $3)',
      [ctx.tenantId, code, ctx.now],
    )
  })
  const admin = await overview(tenant, { token })
  const kinds = (answer: Overview) =>
    answer.attention.map(({ kind, id, acts }) => `${kind} ${id} ${acts.join()}`).sort()
  assert.deepEqual(
    kinds(admin),
    [
      `AMENITY ${bare.amenityId} NEW_CODE`,
      `BUILDING ${bare.buildingId} COVER`,
      `BUILDING ${place.buildingId} COVER`,
      `OPERATOR ${jo.id} RENEW`,
      `QR_CODE ${code} LINK_CODE`,
    ].sort(),
  )
  assert.deepEqual(admin.attentionCounts, [{ group: 'UPKEEP', count: 5 }])
  const gap = admin.attention.find(({ id }) => id === place.buildingId)
  assert.equal(gap?.since, `${inDays(3)}T08:00:00.000Z`)
  assert.equal(gap?.until, `${inDays(3)}T16:00:00.000Z`)
  const manager = await overview(tenant)
  assert.deepEqual(manager.attention.map(({ kind, acts }) => `${kind} ${acts.join()}`).sort(), [
    'AMENITY ',
    'BUILDING COVER',
    'BUILDING COVER',
    'OPERATOR ',
    'QR_CODE ',
  ])
  assert.match(
    manager.attention.find(({ kind }) => kind === 'QR_CODE')?.suggestion ?? '',
    /^Tell an administrator/,
  )
  assert.deepEqual(
    (await overview(tenant, { token }, `?buildingId=${place.buildingId}`)).attention.map(
      ({ kind, id }) => `${kind} ${id}`,
    ),
    [`BUILDING ${place.buildingId}`],
  )
  await shifts([])
  await certified(inDays(400))
  await call('PUT', `/api/admin/qr-codes/${code}`, { amenityId: bare.amenityId }, token)
  assert.deepEqual((await overview(tenant, { token })).attention, [])
})

test('A failing webhook is an item only for those who may fix it', async () => {
  const tenant = await createTenant(server)
  await createPlace(server, tenant)
  const id = newId(server.clock.now().getTime())
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into webhook (tenant_id, id, url, description, events, secret, enabled_at, failing_since, failures, created_at, updated_at)
       values ($1, $2, 'https://example.com/hooks', '', '{task.created}', 'x', $3, $3, 1, $3, $3)`,
      [ctx.tenantId, id, ctx.now],
    ),
  )
  const [item] = of(await overview(tenant, { token: tenant.admin.token }), 'UPKEEP')
  assert.equal(item?.name, 'example.com')
  assert.deepEqual(item?.acts, ['TRY_WEBHOOK', 'PAUSE_WEBHOOK'])
  assert.deepEqual((await overview(tenant)).attention, [])
  const { key } = await createKey(server, tenant, 'read')
  assert.deepEqual((await overview(tenant, { key })).attention, [])
  await call('PATCH', `/api/admin/webhooks/${id}`, { enabled: false }, tenant.admin.token)
  assert.deepEqual((await overview(tenant, { token: tenant.admin.token })).attention, [])
})

test('An API key with scope read gets the items without actions', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { id } = await makeTask(tenant, place)
  await change(tenant, 'task', id, "created_at = created_at - interval '2 hours'")
  const [reader, writer] = [
    await createKey(server, tenant, 'read'),
    await createKey(server, tenant, 'read', 'write'),
  ]
  assert.deepEqual((await overview(tenant, { key: reader.key })).attention[0]?.acts, [])
  assert.deepEqual((await overview(tenant, { key: writer.key })).attention[0]?.acts, ['ASSIGN', 'FINISH'])
})

test('Hidden comments, quarantine, started work, and comments less than an hour old do not wait for a reply', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const [hidden, begun, fresh, nice, left] = await insert(tenant, place, [
    { at: ago(2 * hourMs), rating: 1, comment: 'Hidden' },
    { at: ago(3 * hourMs), rating: 2, comment: 'Begun' },
    { at: ago(60_000), rating: 1, comment: 'Fresh' },
    { at: ago(2 * hourMs), rating: 3, comment: 'Fair' },
    { at: ago(4 * hourMs), rating: 1, comment: 'Left' },
  ])
  assert.ok(hidden && begun && fresh && nice && left)
  await call('PATCH', `/api/admin/feedback/${hidden}`, { hidden: true, reason: 'Rude' }, tenant.admin.token)
  const task = await makeTask(tenant, place, { feedbackIds: [begun] })
  await call('PATCH', `/api/tasks/${task.id}/status`, { status: 'IN_PROGRESS' }, tenant.manager.token)
  assert.deepEqual(
    of(await overview(tenant), 'REPLY').map(({ id }) => id),
    [left],
  )
})

test('A comment with a reply, or marked as done, does not wait for a reply; marked as new again it does', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const [answered, settled, left] = await insert(tenant, place, [
    { at: ago(2 * hourMs), rating: 1, comment: 'Answered' },
    { at: ago(3 * hourMs), rating: 2, comment: 'Settled' },
    { at: ago(4 * hourMs), rating: 1, comment: 'Left' },
  ])
  const bulk = (id: string | undefined, wish: object) =>
    call('POST', '/api/dashboard/feedback/bulk', { ids: [id], ...wish }, tenant.manager.token)
  const waiting = async () => of(await overview(tenant), 'REPLY').map(({ id }) => id)
  await bulk(answered, { reply: 'A new one comes on Monday.' })
  await bulk(settled, { done: true })
  assert.deepEqual(await waiting(), [left])
  await bulk(settled, { done: false })
  assert.deepEqual(await waiting(), [left, settled])
})

test('Nothing of another tenant is on the list', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const place = await createPlace(server, theirs)
  const { id } = await makeTask(theirs, place)
  await change(theirs, 'task', id, "created_at = created_at - interval '2 hours'")
  await insert(theirs, place, [{ at: ago(2 * hourMs), rating: 1, comment: 'Wet' }])
  assert.equal((await overview(theirs)).attention.length, 2)
  assert.deepEqual((await overview(mine)).attention, [])
  assert.deepEqual((await overview(mine)).attentionCounts, [])
  assert.deepEqual((await overview(mine, undefined, `?buildingId=${place.buildingId}`)).attention, [])
})
