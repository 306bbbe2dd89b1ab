/** @external the journey of an event to its task */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRule, AlertRuleCreated, AlertRuleUpdated } from '#contracts/alerts/rules.ts'
import { maxLocationDepth } from '#contracts/places/locations.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

const rule = { name: 'Tried', trigger: { kind: 'ISSUE' }, action: { kind: 'TASK' } }
const tryOut = async (tenant: TestTenant, body: object = {}): Promise<AlertRuleCreated> => {
  const reply = await server.call<AlertRuleCreated>('POST', '/api/admin/alert-rules', {
    token: tenant.admin.token,
    body: { ...rule, ...body, dryRun: true },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
let visitors = 0
const submit = async ({ qrCode }: TestPlace, body: object): Promise<string> => {
  const from = `10.4.${++visitors >> 8}.${visitors & 255}`
  const reply = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode, ...body },
    from,
  })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data.id
}
const tasksOf = (tenant: TestTenant) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('task').select(['id', 'category', 'amenity_id']).orderBy('number').execute(),
  )

test('A dry run returns the submissions and tasks for which the rule would have fired, newest first', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const leak = await submit(place, { issues: ['LEAK', 'NO_SOAP'] })
  server.clock.advance(1000)
  const poor = await submit(place, { rating: 5, issues: ['NO_PAPER'] })
  server.clock.advance(1000)
  const fine = await submit(place, { rating: 5 })
  const tasks = new Map((await tasksOf(tenant)).map(({ id, category }) => [category, id]))
  const { matches = [], wouldHaveFired, sampled } = await tryOut(tenant)
  assert.deepEqual([wouldHaveFired, sampled], [3, false])
  assert.deepEqual(
    matches.map(({ feedbackId, taskId, category }) => [feedbackId, taskId, category]),
    [
      [poor, tasks.get('NO_PAPER'), 'NO_PAPER'],
      [leak, tasks.get('NO_SOAP'), 'NO_SOAP'],
      [leak, tasks.get('LEAK'), 'LEAK'],
    ],
  )
  assert.deepEqual(matches[0]?.amenity, { id: place.amenityId, name: 'Washroom 1' })
  const rated = await tryOut(tenant, { trigger: { kind: 'RATING', maxRating: 5, withoutIssue: true } })
  assert.deepEqual(
    rated.matches?.map(({ feedbackId, taskId, category }) => [feedbackId, taskId, category]),
    [[fine, null, 'OTHER']],
  )
})

test('Of many matches twenty are returned with the total, and all of them page by page', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at)
       select $1, gen_random_uuid(), $2, $3, 1, 's' || n, $4::timestamptz - n * interval '1 minute' from generate_series(1, 450) as n returning 1`,
      [ctx.tenantId, place.amenityId, place.buildingId, ctx.now],
    ),
  )
  const { wouldHaveFired, matches = [] } = await tryOut(tenant, { trigger: { kind: 'RATING', maxRating: 1 } })
  assert.deepEqual([wouldHaveFired, matches.length], [450, 20])
  const times = matches.map(({ at }) => at)
  assert.deepEqual(times, [...times].sort().reverse())
  assert.ok(Date.parse(times.at(-1) ?? '') > server.clock.now().getTime() - 22 * 60_000)
  const listed: string[] = []
  for (const page of [1, 2, 3, 4, 5, 6]) {
    const { matches: more = [], wouldHaveFired: fired } = await tryOut(tenant, {
      trigger: { kind: 'RATING', maxRating: 1 },
      matches: { page, pageSize: 90 },
    })
    assert.deepEqual([fired, more.length], [450, page < 6 ? 90 : 0], `page ${page}`)
    listed.push(...more.map(({ at }) => at))
  }
  assert.deepEqual(listed.slice(0, 20), times)
  assert.deepEqual(listed, [...new Set(listed)].sort().reverse(), 'each once, newest first')
  assert.equal(listed.length, 450)
})

test('Uses are counted from the last cleaning, also in a dry run', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const use = (minutesAgo: readonly number[]) =>
    tenant.inside((ctx) =>
      ctx.run(
        `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at)
         select $1, gen_random_uuid(), $2, $3, 5, 's' || n, $4::timestamptz - n * interval '1 minute' from unnest($5::int[]) as n returning 1`,
        [ctx.tenantId, place.amenityId, place.buildingId, ctx.now, minutesAgo],
      ),
    )
  const cleaned = (minutesAgo: number) =>
    tenant.inside((ctx) =>
      ctx.run(
        "update amenity set created_at = $3::timestamptz - interval '90 days', last_cleaned_at = $3::timestamptz - $4 * interval '1 minute' where tenant_id = $1 and id = $2",
        [ctx.tenantId, place.amenityId, ctx.now, minutesAgo],
      ),
    )
  const day = 1440
  await use([31 * day, 30 * day + 5, 50, 40, 30])
  const fired = async (count: number): Promise<number | undefined> =>
    (await tryOut(tenant, { trigger: { kind: 'USAGE', count } })).wouldHaveFired
  await cleaned(60 * day)
  assert.deepEqual([await fired(4), await fired(5)], [1, 0], 'two before the 30 days count')
  await cleaned(35)
  assert.deepEqual([await fired(3), await fired(4)], [1, 0], 'only what was used before the cleaning')
  await cleaned(20 * day)
  assert.deepEqual([await fired(2), await fired(3)], [1, 0], 'only what was used since')
})

test('A rule covers a location and everything below it, also in a dry run', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const [place, elsewhere] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const make = async (target: string, body: object): Promise<string> =>
    (await server.call<{ id: string }>('POST', target, { token, body })).json.data.id
  const floor = await make('/api/admin/locations', {
    buildingId: place.buildingId,
    name: 'Level 1',
    kind: 'FLOOR',
  })
  let room = floor
  for (let level = 2; level <= maxLocationDepth; level++)
    room = await make('/api/admin/locations', {
      buildingId: place.buildingId,
      name: `Room ${level}`,
      kind: 'ROOM',
      parentId: room,
    })
  const move = { token, body: { locationId: room } }
  assert.equal((await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, move)).status, 200)
  await tenant.inside((ctx) => ctx.db.updateTable('alert_rule').set({ enabled: false }).execute())
  const created = await server.call<AlertRule>('POST', '/api/admin/alert-rules', {
    token,
    body: { ...rule, scope: { locationIds: [floor] } },
  })
  assert.deepEqual(created.json.data.scope, { locationIds: [floor] })
  await submit(place, { issues: ['LEAK'] })
  await submit(elsewhere, { issues: ['LEAK'] })
  assert.deepEqual(
    (await tasksOf(tenant)).map(({ amenity_id }) => amenity_id),
    [place.amenityId],
  )
  assert.equal((await tryOut(tenant, { scope: { locationIds: [floor] } })).wouldHaveFired, 1)
  assert.equal((await tryOut(tenant, { scope: { locationIds: [room] } })).wouldHaveFired, 1)
  assert.equal((await tryOut(tenant)).wouldHaveFired, 2)
  const stranger = await createTenant(server)
  const foreign = await server.call('POST', '/api/admin/alert-rules', {
    token: stranger.admin.token,
    body: { ...rule, scope: { locationIds: [floor] } },
  })
  assert.equal(foreign.json.code, 'NOT_FOUND')
})

test('A dry run of an existing rule with a change stores nothing and needs its version', async () => {
  const [tenant, stranger] = [await createTenant(server), await createTenant(server)]
  const place = await createPlace(server, tenant)
  await submit(place, { rating: 3, issues: ['LEAK'] })
  const { token } = tenant.admin
  const made = await server.call<AlertRule>('POST', '/api/admin/alert-rules', {
    token,
    body: { ...rule, enabled: false, trigger: { kind: 'RATING', maxRating: 1 } },
  })
  const target = `/api/admin/alert-rules/${made.json.data.id}`
  const body = { trigger: { kind: 'RATING', maxRating: 3 }, dryRun: true }
  const tried = await server.call<AlertRuleUpdated>('PATCH', target, { token, body })
  assert.deepEqual(
    [
      tried.json.data.wouldHaveFired,
      tried.json.data.matches?.length,
      tried.json.data.trigger.maxRating,
      tried.json.data.version,
    ],
    [1, 1, 3, 1],
  )
  const [kept] = (await server.call<AlertRule[]>('GET', '/api/admin/alert-rules?enabled=false', { token }))
    .json.data
  assert.deepEqual(kept, made.json.data)
  const stale = await server.call('PATCH', target, { token, body, headers: { 'if-match': '"9"' } })
  assert.equal(stale.json.code, 'PRECONDITION_FAILED')
  assert.equal(
    (await server.call('PATCH', target, { token: stranger.admin.token, body })).json.code,
    'NOT_FOUND',
  )
})
