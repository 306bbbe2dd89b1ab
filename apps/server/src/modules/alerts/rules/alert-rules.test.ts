import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import type { AlertRule, AlertRuleCreated } from '#contracts/alerts/rules.ts'
import type { register } from '#contracts/auth.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const list = async (tenant: TestTenant, query = ''): Promise<AlertRule[]> =>
  (await server.call<AlertRule[]>('GET', `/api/admin/alert-rules${query}`, { token: tenant.admin.token }))
    .json.data
const create = (tenant: TestTenant, body: unknown) =>
  server.call<AlertRuleCreated>('POST', '/api/admin/alert-rules', { token: tenant.admin.token, body })
const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<AlertRule>('PATCH', `/api/admin/alert-rules/${id}`, {
    token: tenant.admin.token,
    body,
    headers,
  })
type Registered = Static<(typeof register)['data']>

const notice = {
  name: 'Poor',
  trigger: { kind: 'RATING', maxRating: 2 },
  action: { kind: 'NOTICE', notify: ['MANAGER'] },
}

/** Stores reports without the rate limits of visitors. */
const store = (
  tenant: TestTenant,
  place: { amenityId: string; buildingId: string },
  rows: { rating?: number; codes?: string[]; source?: string; minutesAgo: number; state?: string }[],
) =>
  tenant.inside((ctx) =>
    ctx.db
      .insertInto('feedback')
      .values(
        rows.map(({ rating, codes = [], source, minutesAgo, state }, index) => ({
          tenant_id: tenant.id,
          id: newId(ctx.now.getTime() - minutesAgo * 60_000),
          amenity_id: place.amenityId,
          building_id: place.buildingId,
          rating: rating ?? null,
          issues: JSON.stringify(codes.map((code) => ({ code, detail: null }))),
          source: source ?? `s${index}`,
          state: state ?? 'VISIBLE',
          created_at: new Date(ctx.now.getTime() - minutesAgo * 60_000),
        })),
      )
      .execute(),
  )

test('The default rules of a new organisation are named in its language', async () => {
  const reply = await server.call<Registered>('POST', '/api/auth/register', {
    body: {
      organisation: 'Hafenklinik',
      name: 'Ada',
      email: 'ada@hafen.example',
      password: 'ein-ziemlich-langer-satz',
      language: 'de',
    },
  })
  assert.equal(reply.status, 201, reply.text)
  const token = reply.json.data.tokens.accessToken
  const rules = await server.call<AlertRule[]>('GET', '/api/admin/alert-rules', { token })
  assert.deepEqual(
    rules.json.data.map(({ name }) => name),
    [
      'Gefahr für Menschen',
      'Jedes Anliegen',
      'Schlechte Bewertung ohne Anliegen',
      'Drei Personen melden dasselbe',
      'Fünfzigmal benutzt seit der letzten Reinigung',
      'Derselbe Fehler dreimal in 14 Tagen',
    ],
  )
})

test('A new tenant has the six built-in rules, in evaluation order', async () => {
  const tenant = await createTenant(server)
  const rules = await list(tenant)
  assert.deepEqual(
    rules.map(({ position, trigger, builtIn }) => [position, trigger.kind, builtIn]),
    [
      [0, 'ISSUE', true],
      [1, 'ISSUE', true],
      [2, 'RATING', true],
      [3, 'COUNT', true],
      [4, 'USAGE', true],
      [5, 'REPEAT', true],
    ],
  )
})

test('A rule is created at its position, and the others move', async () => {
  const tenant = await createTenant(server)
  const last = await create(tenant, { ...notice, position: 6 })
  assert.equal(last.status, 201)
  assert.deepEqual(
    [last.json.data.position, last.json.data.builtIn, last.json.data.enabled, last.json.data.version],
    [6, false, true, 1],
  )
  const first = await create(tenant, { ...notice, name: 'First', position: 0 })
  assert.equal(first.json.data.position, 0)
  assert.deepEqual(
    (await list(tenant)).map(({ name }) => name).filter((name) => name === 'First' || name === 'Poor'),
    ['First', 'Poor'],
  )
  assert.deepEqual(
    (await list(tenant)).map(({ position }) => position),
    [0, 1, 2, 3, 4, 5, 6, 7],
  )
  assert.deepEqual(
    (await list(tenant, '?sort=-position&pageSize=1')).map(({ name }) => name),
    ['Poor'],
  )
})

test('A new rule without a position comes before the rule for any issue, which would leave it no issue', async () => {
  const tenant = await createTenant(server)
  const [danger, issue] = (await list(tenant)).map(({ name }) => name)
  assert.equal((await create(tenant, { ...notice, dryRun: true })).json.data.position, 1)
  for (const name of ['A', 'B']) await create(tenant, { ...notice, name })
  const names = (await list(tenant)).map(({ name }) => name)
  assert.deepEqual(names.slice(0, 4), [danger, 'A', 'B', issue])
  const [, , , any] = await list(tenant)
  await patch(tenant, any?.id ?? '', { position: 0 })
  assert.equal((await create(tenant, { ...notice, name: 'C' })).json.data.position, 0)
})

test('After a rule is deleted the next ones move up, and one that is moved down goes down by one', async () => {
  const tenant = await createTenant(server)
  const own = async () => (await list(tenant, '?pageSize=100')).filter(({ builtIn }) => !builtIn)
  for (const name of ['A', 'B', 'C', 'D', 'E']) await create(tenant, { ...notice, name })
  const [, , third] = await own()
  const gone = await server.call('DELETE', `/api/admin/alert-rules/${third?.id}`, {
    token: tenant.admin.token,
  })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual(
    (await list(tenant, '?pageSize=100')).map(({ position }) => position),
    Array.from({ length: 10 }, (_, index) => index),
  )
  // As the list does it: to the position of the next rule.
  const [, moved, next] = await own()
  await patch(tenant, moved?.id ?? '', { position: next?.position })
  assert.deepEqual(
    (await own()).map(({ name }) => name),
    ['A', 'D', 'B', 'E'],
  )
})

test('A deleted location in a rule prevents neither other changes of the rule nor removing the location from it', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const { buildingId } = await createPlace(server, tenant)
  const wing = async (name: string): Promise<string> =>
    (
      await server.call<{ id: string }>('POST', '/api/admin/locations', {
        token,
        body: { buildingId, name, kind: 'AREA' },
      })
    ).json.data.id
  const [east, west, north] = [await wing('East'), await wing('West'), await wing('North')]
  const scope = { buildingIds: [buildingId], locationIds: [east, west] }
  const { id = '' } = (await create(tenant, { ...notice, scope })).json.data
  const deleted = await server.call('DELETE', `/api/admin/locations/${east}`, { token })
  assert.equal(deleted.status, 200, deleted.text)
  const action = { kind: 'NOTICE', notify: ['ADMIN'] }
  assert.deepEqual((await patch(tenant, id, { action })).json.data.action.notify, ['ADMIN'])
  const wider = { ...scope, locationIds: [east, west, north] }
  assert.equal((await patch(tenant, id, { scope: wider, dryRun: true })).status, 200)
  assert.deepEqual((await patch(tenant, id, { scope: wider })).json.data.scope.locationIds, wider.locationIds)
  const without = { ...scope, locationIds: [west, north] }
  assert.equal((await patch(tenant, id, { scope: without })).status, 200)
  assert.equal((await patch(tenant, id, { scope: wider })).json.code, 'NOT_FOUND', 'what is out stays out')
})

test('Twenty rules created at the same time all get their own position', async () => {
  const tenant = await createTenant(server)
  const replies = await Promise.all(Array.from({ length: 20 }, () => create(tenant, notice)))
  assert.ok(replies.every(({ status }) => status === 201))
  assert.deepEqual(
    (await list(tenant, '?pageSize=100')).map(({ position }) => position),
    Array.from({ length: 26 }, (_, index) => index),
  )
})

test('A rule needs its required parts, and everything that it names must exist', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const foreign = await createPlace(server, other)
  const wrong: [string, unknown][] = [
    ['VALIDATION_ERROR', { ...notice, trigger: { kind: 'RATING' } }],
    ['VALIDATION_ERROR', { ...notice, trigger: { kind: 'COUNT' } }],
    [
      'VALIDATION_ERROR',
      { ...notice, trigger: { kind: 'USAGE', count: 3 }, action: { kind: 'RAISE_PRIORITY' } },
    ],
    ['VALIDATION_ERROR', { ...notice, action: { kind: 'NOTICE' } }],
    ['VALIDATION_ERROR', { ...notice, trigger: { kind: 'RATING', maxRating: 6 } }],
    ['VALIDATION_ERROR', { ...notice, scope: { types: ['SPACESHIP'] } }],
    ['VALIDATION_ERROR', { ...notice, scope: { categories: ['WARP_FAULT'] } }],
    ['VALIDATION_ERROR', { ...notice, action: { kind: 'TASK', category: 'WARP_FAULT' } }],
    ['VALIDATION_ERROR', { ...notice, name: ' ' }],
    ['NOT_FOUND', { ...notice, scope: { buildingIds: [foreign.buildingId] } }],
  ]
  for (const [code, body] of wrong)
    assert.equal((await create(tenant, body)).json.code, code, JSON.stringify(body))
  assert.equal((await list(tenant)).length, 6)
})

test('A change replaces trigger or action as a whole, keeps the rest, and respects the version', async () => {
  const tenant = await createTenant(server)
  const { id = '' } = (await create(tenant, notice)).json.data
  const reply = await patch(
    tenant,
    id,
    { trigger: { kind: 'COUNT', count: 4 }, windowMinutes: 90, position: 1 },
    { 'if-match': '"1"' },
  )
  assert.deepEqual(reply.json.data.trigger, {
    kind: 'COUNT',
    maxRating: null,
    withoutIssue: false,
    safety: false,
    count: 4,
  })
  assert.deepEqual(
    [
      reply.json.data.windowMinutes,
      reply.json.data.position,
      reply.json.data.action.notify,
      reply.json.data.version,
    ],
    [90, 1, ['MANAGER'], 2],
  )
  assert.equal(
    (await patch(tenant, id, { name: 'Late' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.equal((await patch(tenant, id, { enabled: false })).json.data.enabled, false)
  assert.deepEqual(
    (await list(tenant, '?enabled=false')).map((rule) => rule.id),
    [id],
  )
})

test('A built-in rule may be switched off and changed, but not deleted', async () => {
  const tenant = await createTenant(server)
  const [builtIn] = await list(tenant)
  const { id = '' } = (await create(tenant, notice)).json.data
  const remove = (one: string) =>
    server.call('DELETE', `/api/admin/alert-rules/${one}`, { token: tenant.admin.token })
  assert.equal((await remove(builtIn?.id ?? '')).json.code, 'CONFLICT')
  assert.equal((await patch(tenant, builtIn?.id ?? '', { enabled: false })).status, 200)
  assert.deepEqual((await remove(id)).json.data, { id })
  assert.equal((await remove(id)).json.code, 'NOT_FOUND')
})

test('A dry run says how often the rule would have fired in the last 30 days, and stores nothing', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await store(tenant, place, [
    { rating: 1, minutesAgo: 10 },
    { rating: 2, codes: ['LEAK', 'NO_SOAP'], minutesAgo: 20 },
    { rating: 5, codes: ['LEAK'], minutesAgo: 30 },
    { rating: 1, minutesAgo: 40, state: 'QUARANTINED' },
    { rating: 1, minutesAgo: 31 * 24 * 60 },
    { codes: ['LEAK'], minutesAgo: 15, source: 's1' },
    { codes: ['LEAK'], minutesAgo: 5 },
  ])
  const fired = async (body: object): Promise<number | undefined> =>
    (await create(tenant, { ...notice, ...body, dryRun: true })).json.data.wouldHaveFired
  assert.equal(await fired({}), 3, 'a rating of 2 with two issues is about two things')
  assert.equal(await fired({ trigger: { kind: 'RATING', maxRating: 2, withoutIssue: true } }), 1)
  assert.equal(await fired({ trigger: { kind: 'ISSUE' }, scope: { categories: ['LEAK'] } }), 4)
  assert.equal(await fired({ trigger: { kind: 'ISSUE', safety: true } }), 0)
  assert.equal(await fired({ trigger: { kind: 'COUNT', count: 3 } }), 1)
  assert.equal(await fired({ trigger: { kind: 'COUNT', count: 3 }, windowMinutes: 6 }), 0)
  assert.equal(await fired({ trigger: { kind: 'USAGE', count: 2 } }), 1)
  assert.equal(await fired({ scope: { types: ['GYM'] } }), 0)
  const reply = await create(tenant, { ...notice, dryRun: true })
  assert.equal(reply.status, 200)
  assert.equal(reply.json.data.id, undefined)
  assert.equal((await list(tenant)).length, 6)
})

test('A dry run over more reports than one batch counts each once', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  for (let part = 0; part < 5; part++) {
    await store(
      tenant,
      place,
      Array.from({ length: 1000 }, (_, index) => ({
        rating: 1,
        minutesAgo: 1 + (index % 7),
        source: `p${part}-${index}`,
      })),
    )
  }
  assert.equal((await create(tenant, { ...notice, dryRun: true })).json.data.wouldHaveFired, 5000)
})

test('Rules of another tenant are NOT_FOUND, and nobody but an ADMIN sees or changes rules', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const { id = '' } = (await create(theirs, notice)).json.data
  assert.equal((await patch(mine, id, { name: 'X' })).json.code, 'NOT_FOUND')
  assert.equal(
    (await server.call('DELETE', `/api/admin/alert-rules/${id}`, { token: mine.admin.token })).json.code,
    'NOT_FOUND',
  )
  for (const { token } of [theirs.manager, theirs.technician]) {
    assert.equal((await server.call('GET', '/api/admin/alert-rules', { token })).json.code, 'FORBIDDEN')
    assert.equal(
      (await server.call('POST', '/api/admin/alert-rules', { token, body: notice })).json.code,
      'FORBIDDEN',
    )
  }
})
