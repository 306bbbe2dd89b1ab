/** Generated from the contracts: each change by a member leaves one entry in the audit log. */

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { endpoints } from '#contracts/all.ts'
import { changesSomething, type Endpoint } from '#contracts/kit/endpoint.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { callerOf, callRightly, createEverything, type Everything, recordFor } from './hostile/everything.ts'
import { startTestServer } from './server.ts'
import { createTenant, type TestTenant } from './world.ts'

const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ env: stripe.env })
const tenant = await createTenant(server)

// Deletions come last, so that other calls still find the records.
const writing = endpoints
  .filter((spec) => spec.access.kind === 'tenant' && changesSomething(spec))
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

type Data = Record<string, string>

interface Entry {
  action: string
  actor_id: string
  actor_kind: string
  target: string | null
  request_id: string
  changes: { gone?: true }[] | null
}

const entriesOf = (of: TestTenant): Promise<Entry[]> =>
  of.inside(({ run }) =>
    run<Entry>(
      'select action, actor_id, actor_kind, target, request_id, changes from audit_entry where tenant_id = $1 order by seq',
      [of.id],
    ),
  )

test('All endpoints that change something are listed here', () => {
  assert.ok(writing.length >= 40, `${writing.length}`)
})

/** How many records the example changes, if more than one. */
const changes: Record<string, number> = {
  applyWizard: 3,
  importBuildings: 2,
  mergeTasks: 2,
  previewWizard: 0,
}

/** Endpoints whose entry has the values before and after, and what shows the example's change. */
const saysBefore = writing.filter(
  ({ module, name, method }) =>
    (method === 'PATCH' || method === 'PUT') &&
    // Left out: tasks, which have a history; a person's own settings; the wizard, whose run is a draft.
    !['tasks', 'wizard'].includes(module) &&
    name !== 'updateMe',
)

/** Endpoints whose entry has the deleted values. Erasing a submission is left out, since nothing of it may remain. */
const saysGone = writing.filter(({ method, name }) => method === 'DELETE' && name !== 'eraseFeedback')

let shared: Everything
before(async () => {
  shared = await createEverything(server)
})

/** The entry that a call left, and the expected one. */
const traceOf = async (spec: Endpoint, world: Everything) => {
  const before = await entriesOf(world.tenant)
  const reply = await callRightly(server, spec, world)
  const fresh = (await entriesOf(world.tenant)).slice(before.length)
  const many = changes[spec.name] ?? 1
  const changed = fresh.at(-1)?.changes ?? []
  return {
    reply,
    left: {
      ok: reply.status < 300,
      entries: fresh.map(({ target: _, changes: __, ...entry }) => entry),
      targets: new Set(fresh.map(({ target }) => target)).size,
      first: spec.params ? fresh[0]?.target : undefined,
      saysBefore: saysBefore.includes(spec) && changed.length > 0,
      saysGone: spec.method === 'DELETE' && changed.length > 0 && changed.every(({ gone }) => gone === true),
    },
    right: {
      ok: true,
      entries: Array.from({ length: many }, () => ({
        action: `${spec.module}.${spec.name}`,
        actor_id: callerOf(spec, world).id,
        actor_kind: 'USER',
        request_id: reply.headers.get('x-request-id'),
      })),
      targets: many,
      first: spec.params ? recordFor(spec, world) : undefined,
      saysBefore: saysBefore.includes(spec),
      saysGone: saysGone.includes(spec),
    },
  }
}

for (const spec of writing) {
  test(`${spec.method} ${spec.path} adds exactly one entry for each changed record, with who, what and the request`, async () => {
    let trace = await traceOf(spec, shared)
    // An earlier endpoint may affect this one, so it is tried again in a new tenant.
    if (!isDeepStrictEqual(trace.left, trace.right)) {
      shared = await createEverything(server)
      trace = await traceOf(spec, shared)
    }
    assert.deepEqual(trace.left, trace.right, `The example of ${spec.name}: ${trace.reply.text}`)
  })
}

test('A dry run changes nothing and leaves no entry', async () => {
  const before = await entriesOf(tenant)
  const body = { csv: 'building,amenity\nNever,Room', dryRun: true }
  const reply = await server.call('POST', '/api/admin/buildings/import', { token: tenant.admin.token, body })
  assert.equal(reply.status, 200, reply.text)
  assert.equal((await entriesOf(tenant)).length, before.length)
})

test('Registering an organisation, accepting an invitation and resetting a password are in the log, signing in is not', async () => {
  const registered = await server.call<{
    user: { id: string }
    tenant: { id: string }
    tokens: { accessToken: string }
  }>('POST', '/api/auth/register', {
    body: {
      organisation: 'Audited Ltd',
      name: 'Ada',
      email: 'ada@audited.example',
      password: 'a long passphrase of Ada',
    },
  })
  const { data } = registered.json
  const token = data.tokens.accessToken
  for (const [email, name] of [
    ['bea@audited.example', 'Bea'],
    ['cay@audited.example', 'Cay'],
  ])
    await server.call('POST', '/api/admin/users', { token, body: { email, name, roles: ['MANAGER'] } })
  await server.call('POST', '/api/auth/reset-password', { body: { email: 'ada@audited.example' } })
  await server.drain()
  const linkIn = (email: string): string => {
    const mail = server.mails.filter(({ to }) => to === email).at(-1)
    return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const spend = (email: string, body: Data) =>
    server.call('POST', '/api/auth/reset-password', { body: { token: linkIn(email), ...body } })
  assert.equal(
    (await spend('bea@audited.example', { password: 'a passphrase for her', name: 'Bea B' })).status,
    200,
  )
  assert.equal((await spend('ada@audited.example', { password: 'another passphrase' })).status, 200)
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: 'cay@audited.example' } })
  await server.drain()
  for (const _ of [1, 2]) {
    const signedIn = await server.call(
      'GET',
      `/api/auth/magic-link/verify?token=${linkIn('cay@audited.example')}`,
    )
    assert.equal(signedIn.status, _ === 1 ? 200 : 401)
  }
  await server.call('POST', '/api/auth/login', {
    body: { email: 'ada@audited.example', password: 'another passphrase' },
  })
  await server.call('POST', '/api/auth/login', {
    body: { email: 'ada@audited.example', password: 'not the passphrase' },
  })
  const again = await server.call<{ tokens: { accessToken: string } }>('POST', '/api/auth/login', {
    body: { email: 'ada@audited.example', password: 'another passphrase' },
  })
  const log = await server.call<
    { action: string; actor: { name: string; kind: string }; fields: string[] }[]
  >('GET', '/api/admin/audit-log?sort=at', { token: again.json.data.tokens.accessToken })
  assert.deepEqual(
    log.json.data.map(({ action, actor, fields }) => [action, actor.name, actor.kind, fields.join()]),
    [
      ['auth.register', 'Ada', 'USER', 'organisation,name,email,password'],
      ['admin.inviteUser', 'Ada', 'USER', 'email,name,roles'],
      ['admin.inviteUser', 'Ada', 'USER', 'email,name,roles'],
      ['auth.acceptInvitation', 'Bea B', 'USER', 'password,name'],
      ['auth.resetPassword', 'Ada', 'USER', 'password'],
      ['auth.acceptInvitation', 'Cay', 'USER', ''],
    ],
  )
  assert.ok(!log.text.includes('passphrase') && !log.text.includes('audited.example'))
  assert.deepEqual((await verifyChain(server.built.platform, data.tenant.id)).breaks, [])
})

test('The chain verifies after all of these requests', async () => {
  const { entries, breaks } = await verifyChain(server.built.platform, shared.tenant.id)
  assert.deepEqual(breaks, [])
  assert.equal(entries, (await entriesOf(shared.tenant)).length)
})
