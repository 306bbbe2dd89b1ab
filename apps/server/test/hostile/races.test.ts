/**
 * Concurrency: plan limits, repeated requests, versions, and deleting records in use.
 * @external locks and lost races are the server's
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { planLimits } from '#contracts/kit/plan-limits.ts'
import { systemClock } from '#server/platform/clock.ts'
import { handlers } from '../../build.ts'
import { startFakeStripe } from '../fake-stripe.ts'
import { rounds } from '../rounds.ts'
import { type CallOptions, type Reply, startTestServer } from '../server.ts'
import { createPlace, createTenant, type TestTenant } from '../world.ts'
import {
  bodyFor,
  callRightly,
  createEverything,
  type Everything,
  pathFor,
  tokenFor,
  unique,
} from './everything.ts'

const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ worker: false, env: stripe.env })
const specs = handlers.map(({ spec }) => spec)

let world: Everything
/** Its records are deleted. */
let spare: Everything
before(async () => {
  world = await createEverything(server)
  spare = await createEverything(server)
})

type Send = (index: number) => Promise<Reply<{ id: string }>>
/** On a busy machine some requests are told to retry; the tested answer is that of the retry. */
const as =
  (tenant: TestTenant) =>
  async (method: string, target: string, body?: unknown): Promise<Reply<{ id: string }>> => {
    for (let attempt = 1; ; attempt++) {
      const reply = await server.call<{ id: string }>(method, target, { token: tenant.admin.token, body })
      if (reply.status !== 503 || attempt === 10) return reply
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

interface LimitCase {
  /** number used before */
  readonly used: number
  readonly limit: number
  readonly create: Send
  readonly remove: (id: string) => Promise<Reply>
  readonly count: () => Promise<number>
}

const counted: Readonly<Record<string, (tenant: TestTenant) => Promise<LimitCase>>> = {
  buildings: async (tenant) => {
    const call = as(tenant)
    return {
      used: 0,
      limit: planLimits.TRIAL.buildings ?? 0,
      create: () => call('POST', '/api/admin/buildings', { name: unique('B') }),
      remove: (id) => call('DELETE', `/api/admin/buildings/${id}`),
      count: async () => (await call('GET', '/api/admin/buildings')).json.total,
    }
  },
  members: async (tenant) => {
    const call = as(tenant)
    return {
      used: 3,
      limit: planLimits.TRIAL.members ?? 0,
      create: () =>
        call('POST', '/api/admin/users', {
          email: `${unique('m').replace(' ', '-')}@example.com`,
          name: 'New',
          roles: ['TECHNICIAN'],
        }),
      remove: (id) => call('DELETE', `/api/admin/users/${id}`),
      count: async () => (await call('GET', '/api/admin/users')).json.total,
    }
  },
  'linked codes': async (tenant) => {
    const call = as(tenant)
    const { buildingId } = await createPlace(server, tenant)
    await call('POST', '/api/admin/amenities/bulk', {
      create: { buildingId, floors: ['1'], types: [{ type: 'WASHROOM', count: 39 }] },
    })
    return {
      used: 40,
      limit: planLimits.TRIAL.qrCodes ?? 0,
      create: () => call('POST', '/api/admin/amenities', { name: unique('A'), buildingId }),
      remove: (id) => call('DELETE', `/api/admin/amenities/${id}`),
      count: async () => (await call('GET', '/api/admin/qr-codes?state=LINKED')).json.total,
    }
  },
}

for (const [name, open] of Object.entries(counted)) {
  test(`Of a hundred simultaneous requests for ${name} as many succeed as the plan has left, also while others are released`, async () => {
    const { used, limit, create, remove, count } = await open(await createTenant(server, { plan: 'TRIAL' }))
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => create(index)))
    const made = replies.filter(({ status }) => status === 201)
    assert.equal(made.length, limit - used)
    assert.ok(replies.every(({ status, json }) => status === 201 || json.code === 'PLAN_LIMIT_REACHED'))
    const storm = await Promise.all([
      ...made.map(({ json }) => remove(json.data.id)),
      ...Array.from({ length: 40 }, (_, index) => create(index)),
    ])
    for (const { status, json, text } of storm)
      assert.ok(status < 300 || json.code === 'PLAN_LIMIT_REACHED', text)
    assert.ok((await count()) <= limit)
    await Promise.all(Array.from({ length: 20 }, (_, index) => create(index)))
    assert.equal(await count(), limit)
  })
}

test('One address invited many times simultaneously is invited once; the other requests are told that it is already in the team', async () => {
  const tenant = await createTenant(server)
  const call = as(tenant)
  const body = {
    email: `${unique('twice').replace(' ', '-')}@example.com`,
    name: 'New',
    roles: ['TECHNICIAN'],
  }
  const replies = await Promise.all(Array.from({ length: 100 }, () => call('POST', '/api/admin/users', body)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  for (const { status, text, json } of replies)
    assert.ok(status === 201 || (json.code === 'CONFLICT' && json.error.includes('in the team')), text)
  assert.equal((await call('GET', '/api/admin/users')).json.total, 4)
})

/** Values different from those of `bodyFor`, for fields in which two requests must differ. */
const another = {
  done: false,
  rating: 4,
  state: 'OFF',
  size: 11,
  count: 2,
  priority: 'LOW',
  plan: 'BUSINESS',
  message: 'Dry',
  comment: 'Works',
  title: 'Another title',
  text: 'Another text',
  reason: 'Another reason than before',
  noCodeReason: 'Covered with paint',
  severity: 'CRITICAL',
  amenityIds: ['01940a3b-7c1e-7f00-8a00-0000000000bb'],
}

/** Fields in which `another` is no valid value. */
const ownValues: Readonly<Record<string, object>> = { giveKudos: { reason: 'KIND' } }

const withKey = (key: string, body: unknown): CallOptions => ({ body, headers: { 'idempotency-key': key } })

for (const spec of specs.filter(({ idempotent }) => idempotent)) {
  test(`${spec.method} ${spec.path} sent ten times simultaneously with one Idempotency-Key has one effect; another body is IDEMPOTENCY_KEY_REUSED`, async () => {
    const body = bodyFor(spec, world)
    const key = `key-${spec.name}`
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => callRightly<unknown>(server, spec, world, withKey(key, body))),
    )
    const done = replies.filter(({ status }) => status < 300)
    assert.ok(done.length > 0, String(replies[0]?.text))
    assert.equal(new Set(done.map(({ text }) => text)).size, 1)
    for (const reply of replies) assert.ok(reply.status < 300 || reply.json.code === 'CONFLICT', reply.text)
    const again = await callRightly<unknown>(server, spec, world, withKey(key, body))
    assert.equal(again.text, done[0]?.text)
    if (body) {
      const changed = Object.entries(another).filter(([field]) => field in (body as object))
      const other = {
        ...(bodyFor(spec, world) as object),
        ...Object.fromEntries(changed),
        ...ownValues[spec.name],
      }
      const reply = await callRightly(server, spec, world, withKey(key, other))
      assert.equal(reply.json.code, 'IDEMPOTENCY_KEY_REUSED', reply.text)
    }
  })
}

test('An Idempotency-Key that is empty, has blanks or is longer than 255 characters is VALIDATION_ERROR', async () => {
  for (const spec of specs.filter(({ idempotent }) => idempotent)) {
    for (const key of ['a b', 'x'.repeat(256), '\u00e9']) {
      const reply = await callRightly(server, spec, world, withKey(key, bodyFor(spec, world)))
      assert.equal(reply.json.code, 'VALIDATION_ERROR', `${spec.name} ${reply.text}`)
    }
  }
})

// System endpoints have no version.
for (const spec of specs.filter(
  ({ method, access }) =>
    access.kind === 'tenant' && (method === 'PATCH' || method === 'PUT' || method === 'DELETE'),
)) {
  test(`${spec.method} ${spec.path} with If-Match: an old version is PRECONDITION_FAILED, garbage is VALIDATION_ERROR, * is accepted`, async () => {
    const askIn = (at: Everything, ifMatch: string) =>
      server.call(spec.method, pathFor(spec, at), {
        token: tokenFor(spec, at),
        body: bodyFor(spec, at),
        headers: { 'if-match': ifMatch },
      })
    for (const garbage of ['W/"1"', '1', '"x"', '"1', '"1", "2"', '""', '"99999999999"'])
      assert.equal((await askIn(world, garbage)).json.code, 'VALIDATION_ERROR', garbage)
    assert.equal((await askIn(world, '"9999"')).json.code, 'PRECONDITION_FAILED')
    const both = (at: Everything) => Promise.all([askIn(at, '*'), askIn(at, '"9999"')])
    let replies = await both(spec.method === 'DELETE' ? spare : world)
    if (spec.method === 'DELETE' && replies[0].status >= 300) {
      // An earlier deletion took this record with it or holds it, so it is tried again in a new tenant.
      spare = await createEverything(server)
      replies = await both(spare)
    }
    assert.ok(replies[0].status < 300, replies[0].text)
    const late = replies[1].json.code
    assert.ok(late === 'PRECONDITION_FAILED' || late === 'NOT_FOUND', late)
  })
}

/** Uses a record while somebody deletes it; afterwards no reference may be dangling. */
test('A record used during its deletion is either kept or unused: no reference points to a deleted record', async () => {
  const tenant = await createTenant(server)
  const call = as(tenant)
  const idOf = async (target: string, body: unknown): Promise<string> => {
    const reply = await call('POST', target, body)
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const round = async (): Promise<Reply[]> => {
    const { buildingId, amenityId } = await createPlace(server, tenant)
    const keptId = (await createPlace(server, tenant)).buildingId
    const locationId = await idOf('/api/admin/locations', { buildingId: keptId, name: unique('L') })
    const movedId = await idOf('/api/admin/amenities', { buildingId: keptId, name: unique('A') })
    const person = await tenant.person(['TECHNICIAN'])
    const taskId = await idOf('/api/tasks', { title: unique('T') })
    const uses: [string, string, unknown][] = [
      ['POST', '/api/admin/locations', { buildingId, name: unique('L') }],
      ['POST', '/api/admin/amenities', { buildingId, name: unique('A') }],
      ['POST', '/api/tasks', { title: 'x', buildingId }],
      ['POST', '/api/tasks', { title: 'x', amenityId }],
      ['POST', `/api/admin/amenities/${amenityId}/status-items`, { name: unique('S') }],
      ['POST', `/api/admin/amenities/${amenityId}/qr-code/rotate`, undefined],
      ['PATCH', `/api/admin/amenities/${movedId}`, { locationId }],
      ['POST', '/api/admin/locations', { buildingId: keptId, parentId: locationId, name: unique('L') }],
      ['POST', `/api/tasks/${taskId}/assign`, { userId: person.id }],
      ['PATCH', `/api/admin/users/${tenant.technician.id}`, { buildingIds: [buildingId] }],
    ]
    const deletes = [
      `/api/admin/buildings/${buildingId}`,
      `/api/admin/locations/${locationId}`,
      `/api/admin/users/${person.id}`,
    ]
    // A new location each time, deleted while its only amenity moves in.
    const moves = await Promise.all(
      Array.from({ length: 4 }, async () => ({
        location: await idOf('/api/admin/locations', { buildingId: keptId, name: unique('L') }),
        amenity: await idOf('/api/admin/amenities', { buildingId: keptId, name: unique('A') }),
      })),
    )
    const use = ([method, target, body]: (typeof uses)[number]) => call(method, target, body)
    return Promise.all([
      ...uses.map(use),
      ...deletes.map((target) => call('DELETE', target)),
      ...uses.toReversed().map(use),
      ...moves.flatMap(({ location, amenity }) => [
        call('PATCH', `/api/admin/amenities/${amenity}`, { locationId: location }),
        call('DELETE', `/api/admin/locations/${location}`),
      ]),
    ])
  }
  for (let index = 0; index < rounds(3, 12); index++) {
    for (const { status, json, text } of await round())
      assert.ok(status < 300 || ['NOT_FOUND', 'CONFLICT'].includes(json.code), text)
  }
  const orphans = await tenant.inside(({ run }) =>
    run<{ what: string; n: number }>(
      `select * from (
         select 'amenity in no building' as what, count(*) as n from amenity a join building b on b.tenant_id = $1 and b.id = a.building_id
           where a.tenant_id = $1 and a.archived_at is null and b.archived_at is not null
         union all select 'amenity in a location that is gone', count(*) from amenity a
           where a.tenant_id = $1 and a.location_id is not null and not exists (select from location l where l.tenant_id = $1 and l.id = a.location_id)
         union all select 'code of an amenity that is gone', count(*) from qr_code q left join amenity a on a.tenant_id = $1 and a.id = q.amenity_id
           where q.tenant_id = $1 and q.amenity_id is not null and (a.id is null or a.archived_at is not null)
         union all select 'task of somebody who is gone', count(*) from task t left join app_user u on u.tenant_id = $1 and u.id = t.assignee_id
           where t.tenant_id = $1 and t.assignee_id is not null and t.status <> 'DONE' and (u.id is null or u.removed_at is not null)
       ) found where n > 0`,
      [tenant.id],
    ),
  )
  assert.deepEqual(orphans, [])
})

test('A person removed while a task is assigned to them has no task afterwards', async () => {
  const tenant = await createTenant(server)
  const call = as(tenant)
  const person = await tenant.person(['TECHNICIAN'])
  const { id } = (await call('POST', '/api/tasks', { title: 'T' })).json.data
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  const untilWaiting = async (n: number): Promise<void> => {
    for (let look = 0; look < 300; look++) {
      // Within a transaction the statistics are read once only.
      await owner.query('select pg_stat_clear_snapshot()')
      const { rowCount } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (rowCount === n) return
      await delay(10)
    }
    assert.fail(`${n} do not wait`)
  }
  try {
    // Both write the audit log last, so locking it holds them up with the task assigned but not committed.
    await owner.query('begin')
    await owner.query('select from audit_head where tenant_id = $1 for update', [tenant.id])
    const given = call('POST', `/api/tasks/${id}/assign`, { userId: person.id })
    await untilWaiting(1)
    const removed = call('DELETE', `/api/admin/users/${person.id}`)
    await untilWaiting(2)
    await owner.query('commit')
    assert.deepEqual([(await given).status, (await removed).status], [200, 200])
  } finally {
    await owner.end()
  }
  const task = await server.call<{ assignee: unknown }>('GET', `/api/tasks/${id}`, {
    token: tenant.manager.token,
  })
  assert.equal(task.json.data.assignee, null)
})
