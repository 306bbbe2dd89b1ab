/** What a caller must never reach or change, for every endpoint with a handler. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { changesSomething, type Endpoint } from '#contracts/kit/endpoint.ts'
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { startProvider } from '#server/modules/auth/testing/test-provider.ts'
import { readyFor } from '#server/modules/scout/testing/ready-for.ts'
import { systemClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { handlers } from '../../build.ts'
import { startFakeStripe } from '../fake-stripe.ts'
import { startTestServer } from '../server.ts'
import { createTenant } from '../world.ts'
import {
  bodyFor,
  callRightly,
  createEverything,
  type Everything,
  pathFor,
  rowsOf,
  tokenFor,
} from './everything.ts'
import { isId, type Leaf, leavesOf, nameOf, type Schema, withUndeclared, withValue } from './leaves.ts'

const provider = await startProvider()
const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ worker: false, env: { ...provider.env, ...stripe.env } })

const specs = handlers.map(({ spec }) => spec)
const staff = specs.filter(({ access }) => access.kind === 'tenant')
// A provider signs the bytes of its calls, so signed.test.ts sends those.
const writes = specs.filter(
  ({ method, access }) => method !== 'GET' && access.kind !== 'entry' && access.kind !== 'signed',
)

/** A tenant that is written to, one that is only read, and one of somebody else. */
let mine: Everything
/** like `mine`, for endpoints that the plan PRO lacks */
let rich: Everything
let world: Everything
let theirs: Everything
let theirRows: string[]

before(async () => {
  mine = await createEverything(server, { plan: 'PRO', provider })
  rich = await createEverything(server, { provider })
  world = await createEverything(server)
  theirs = await createEverything(server, { mark: 'Foreign' })
  theirRows = await rowsOf(server, theirs.tenant.id)
})

/** The foreign id for a field, by its name. */
const foreignFor = (name: string): string => {
  const { records } = theirs
  if (/building/i.test(name)) return records.buildingId
  if (/amenit/i.test(name)) return records.amenityId
  if (/location|parent/i.test(name)) return records.locationId
  if (/feedback/i.test(name)) return records.feedbackId
  if (/item/i.test(name)) return records.statusItemId
  if (/user|assignee|operator|company|team/i.test(name)) return records.userId
  return records.taskId
}

const dated = '2001-02-03T04:05:06.789Z'
/** Tenants that were written to, and the plan in their bodies. */
const writers: { readonly of: Everything; readonly named: Plan }[] = []
/** Rows that contain values that only the server may set. */
const traces = (found: readonly string[], named: Plan): string[] =>
  found.filter(
    (row) =>
      row.includes('2001-02-03') ||
      row.includes('7654321') ||
      row.includes(theirs.records.buildingId) ||
      row.includes(theirs.tenant.id) ||
      (row.startsWith('tenant ') && row.includes(named)),
  )
const rolesOf = ({ tenant }: Everything) =>
  tenant.inside(({ run }) =>
    run<{ id: string; roles: string[] }>('select id, roles from app_user where tenant_id = $1 order by id', [
      tenant.id,
    ]),
  )

for (const spec of writes.filter(({ body }) => body)) {
  test(`${spec.method} ${spec.path} ignores ids, tenant, plan, roles, times and versions that a client sends`, async () => {
    const isRich = spec.plan && plans.indexOf(spec.plan) > plans.indexOf('PRO')
    // Not the own account: after a password change it could not sign in.
    const own =
      spec.name === 'changePassword' ? await createEverything(server, { plan: 'PRO' }) : isRich ? rich : mine
    const plan = isRich ? 'TRIAL' : 'ENTERPRISE'
    const owned = {
      id: theirs.records.buildingId,
      tenantId: theirs.tenant.id,
      tenant_id: theirs.tenant.id,
      plan,
      roles: ['ADMIN', 'MANAGER', 'TECHNICIAN'],
      createdAt: dated,
      created_at: dated,
      updatedAt: dated,
      archivedAt: dated,
      version: 7654321,
      number: 7654321,
    }
    if (spec.access.kind === 'scout')
      await readyFor(own.tenant, spec.name, { ...own.records.scout, scoutId: own.scout.id })
    const rolesBefore = await rolesOf(own)
    const reply = await callRightly(server, spec, own, {
      body: withUndeclared(spec.body as Schema, bodyFor(spec, own), owned),
    })
    assert.ok(reply.status < 300, reply.text)
    assert.ok(!reply.text.includes('7654321') && !reply.text.includes('2001-02-03'), reply.text)
    if (!writers.some(({ of }) => of === own)) writers.push({ of: own, named: plan })
    const rolesAfter = await rolesOf(own)
    assert.deepEqual(
      rolesAfter.filter(({ id }) => rolesBefore.some((before) => before.id === id)),
      rolesBefore,
    )
  })
}

test('After these requests no row has an id, tenant, plan, time or version that a client sent', async () => {
  assert.ok(writers.length >= 3)
  for (const { of, named } of writers) assert.deepEqual(traces(await rowsOf(server, of.tenant.id), named), [])
})

/** Ids that name no record: created by the client, or of a tenant named at a sign-in. */
const noRecord = new Set([
  'updateTask checklist.0.id',
  'createTask checklist.0.id',
  'login tenantId',
  'requestMagicLink tenantId',
  // Policies have their own table.
  'createCompany slaPolicyId',
  'updateCompany slaPolicyId',
])

const idLeaves = (spec: Endpoint): Leaf[] =>
  spec.body
    ? leavesOf(spec.body as Schema).filter(
        (leaf) => isId(leaf.schema) && !noRecord.has(`${spec.name} ${nameOf(leaf)}`),
      )
    : []

// To a super admin no tenant is foreign.
for (const spec of writes.filter((one) => one.access.kind !== 'superAdmin' && idLeaves(one).length > 0)) {
  test(`${spec.method} ${spec.path} treats a foreign id in its body as a missing one: NOT_FOUND, nothing changed`, async () => {
    for (const leaf of idLeaves(spec)) {
      const ask = (id: string) =>
        callRightly(server, spec, world, {
          body: withValue(spec.body as Schema, bodyFor(spec, world), leaf.path, id),
        })
      const [foreignId, missingId] = [foreignFor(nameOf(leaf)), newId(Date.now())]
      const [foreign, missing] = [await ask(foreignId), await ask(missingId)]
      const shown = `${nameOf(leaf)}: ${foreign.text}`
      assert.equal(foreign.text.replaceAll(foreignId, 'ID'), missing.text.replaceAll(missingId, 'ID'), shown)
      assert.equal(foreign.status, missing.status, shown)
      assert.match(foreign.text, /"code":"(NOT_FOUND|VALIDATION_ERROR)"/, shown)
      assert.ok(!foreign.text.includes('Foreign'), shown)
    }
  })
}

test('After these requests no row of the other tenant has changed', async () => {
  assert.deepEqual(await rowsOf(server, theirs.tenant.id), theirRows)
})

for (const spec of staff.filter(({ query }) => query)) {
  const filters = leavesOf(spec.query as Schema).filter(({ schema }) => isId(schema))
  if (filters.length === 0) continue
  test(`${spec.method} ${spec.path} filtered by a foreign id gives the same empty answer as for a missing one`, async (t) => {
    // Stops the clock: pages contain their time of creation, also compressed.
    server.clock.stand(t)
    for (const { path } of filters) {
      const name = String(path[0])
      const ask = (id: string) =>
        server.call<unknown>('GET', `${spec.path}?${name}=${id}`, { token: world.tenant.admin.token })
      const [foreign, missing] = [await ask(foreignFor(name)), await ask(newId(Date.now()))]
      const plain = ({ text }: { text: string }) =>
        text
          .replace(/"(generatedAt|freshness)":"[^"]*"/, '')
          // Creation time of a PDF, and the fingerprint that includes it.
          .replace(/\(D:\d{14}Z\)|<[0-9a-f]{32}>|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
      assert.equal(plain(foreign), plain(missing))
      assert.ok(!foreign.text.includes('Foreign'), foreign.text)
      // A request for one record gets NOT_FOUND; a filter finds nothing.
      if (foreign.status === 404) assert.equal(foreign.json.code, 'NOT_FOUND')
      else if (spec.list) {
        assert.deepEqual(foreign.json.data, [], name)
        assert.equal(foreign.json.total, 0, name)
      }
    }
  })
}

test('Writes of another tenant change no answer to a read', async (t) => {
  const reads = staff.filter(({ method, file }) => method === 'GET' && !file)
  // The answer depends on the requested time.
  const times: Readonly<Record<string, string>> = { getOnCall: '?at=2026-11-23T08:00:00Z' }
  const read = async (spec: Endpoint): Promise<string> => {
    const paged = spec.query && 'page' in (spec.query.properties ?? {}) ? '?pageSize=100' : ''
    const query = times[spec.name] ?? paged
    const reply = await server.call('GET', pathFor(spec, world) + query, { token: world.tenant.admin.token })
    assert.equal(reply.status, 200, reply.text)
    return reply.text.replace(
      /"(generatedAt|freshness|lastUsedAt|linkUrl|installUrl)":"[^"]*"|"medianAgeMinutes":[\d.]+/g,
      '',
    )
  }
  const readAll = async (): Promise<string[]> => {
    const texts: string[] = []
    for (const spec of reads) texts.push(await read(spec))
    return texts
  }
  // Stops the clock, so that no answer differs because a minute has passed.
  server.clock.stand(t)
  const first = await readAll()
  await Promise.all([
    createEverything(server, { mark: 'Foreign' }),
    createEverything(server, { mark: 'Foreign' }),
    readAll(),
  ])
  const second = await readAll()
  for (const [index, spec] of reads.entries()) assert.equal(second[index], first[index], spec.path)
  assert.ok(second.every((text) => !text.includes('Foreign')))
})

for (const spec of staff) {
  // Of two who claim a task one gets CONFLICT.
  if (!spec.path.startsWith('/api/tasks/:id') || spec.name === 'claimTask') continue
  test(`${spec.method} ${spec.path} of another person’s task is FORBIDDEN for a technician`, async () => {
    const { tenant, signer } = mine
    const task = await server.call<{ id: string }>('POST', '/api/tasks', {
      token: tenant.admin.token,
      body: { title: 'Of the manager', assignee: { userId: signer.id } },
    })
    const reply = await server.call(spec.method, spec.path.replace(':id', task.json.data.id), {
      token: tenant.technician.token,
      body: bodyFor(spec, mine),
    })
    assert.equal(reply.json.code, 'FORBIDDEN', reply.text)
  })
}

for (const spec of staff.filter(({ plan }) => plan)) {
  test(`${spec.method} ${spec.path} below its plan is FORBIDDEN, even just after a downgrade`, async () => {
    const plan = spec.plan ?? 'TRIAL'
    const tenant = await createTenant(server, { plan })
    const { token } = tenant.admin
    const ask = () => server.call(spec.method, pathFor(spec, mine), { token, body: bodyFor(spec, mine) })
    // Files are not JSON.
    assert.notEqual((await ask()).json?.code, 'FORBIDDEN')
    await tenant.inside(async (ctx) => {
      const below = plans[plans.indexOf(plan) - 1] ?? 'TRIAL'
      await ctx.run('update tenant set plan = $2 where id = $1', [ctx.tenantId, below])
      ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
    })
    assert.equal((await ask()).json.code, 'FORBIDDEN')
  })
}

test('A suspended tenant can read everything and write nothing except its sign-in', async () => {
  await world.tenant.inside(async (ctx) => {
    await ctx.run("update tenant set state = 'SUSPENDED' where id = $1", [ctx.tenantId])
    ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  })
  const stored = await rowsOf(server, world.tenant.id)
  const token = world.tenant.admin.token
  for (const spec of staff) {
    if (spec.whenReadOnly) continue
    const reply = await server.call(spec.method, pathFor(spec, world), { token, body: bodyFor(spec, world) })
    const name = `${spec.method} ${spec.path}: ${reply.text.slice(0, 200)}`
    if (changesSomething(spec)) assert.equal(reply.json.code, 'FORBIDDEN', name)
    else if (!spec.file) assert.equal(reply.status, 200, name)
  }
  assert.deepEqual(await rowsOf(server, world.tenant.id), stored)
  const logout = staff.find(({ name }) => name === 'logout')
  assert.ok(logout)
  assert.equal((await callRightly(server, logout, world, { token: tokenFor(logout, world) })).status, 200)
})

test('The only ADMIN cannot be demoted, deactivated or removed', async () => {
  const { admin, manager, technician } = await createTenant(server)
  const at = `/api/admin/users/${admin.id}`
  for (const [method, body] of [
    ['PATCH', { roles: ['MANAGER'] }],
    ['PATCH', { active: false }],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await server.call(method, at, { token: admin.token, body })).json.code, 'CONFLICT')
  }
  for (const { id, token } of [manager, technician]) {
    const reply = await server.call('PATCH', `/api/admin/users/${id}`, { token, body: { roles: ['ADMIN'] } })
    assert.equal(reply.json.code, 'FORBIDDEN')
  }
  const me = await server.call<{ user: { roles: string[] } }>('GET', '/api/auth/me', { token: admin.token })
  assert.deepEqual(me.json.data.user.roles, ['ADMIN'])
})
