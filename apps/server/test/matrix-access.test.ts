/** Generated from the contracts: who has access where. Role × scope × plan × endpoint, and read-only tenants. */

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { endpoints } from '#contracts/all.ts'
import { type Access, changesSomething, type Endpoint, successOf } from '#contracts/kit/endpoint.ts'
import { type Plan, plans, type Role, roles, type Scope, scopes } from '#contracts/kit/vocabulary.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { bodyFor, callRightly, createEverything, type Everything } from './hostile/everything.ts'
import { target } from './matrix-calls.ts'
import { type CallOptions, type Reply, startTestServer, type TestServer } from './server.ts'
import { createKey, createTenant, type TestTenant } from './world.ts'

const server = await startTestServer({ worker: false })
const stripe = await startFakeStripe(systemClock)
const billing = await startTestServer({ worker: false, env: stripe.env })

type StaffEndpoint = Endpoint & { readonly access: Extract<Access, { kind: 'tenant' }> }
const staff = endpoints.filter((spec): spec is StaffEndpoint => spec.access.kind === 'tenant')

/** Name of a key with all scopes. */
const allScopes = scopes.join(', ')

interface Caller {
  readonly name: string
  readonly credential: CallOptions
  readonly who: { readonly role: Role } | { readonly scopes: readonly Scope[] }
}

const callersOf = async (at: TestServer, tenant: TestTenant): Promise<Caller[]> => {
  const people = [
    { role: 'TECHNICIAN', person: tenant.technician },
    { role: 'MANAGER', person: tenant.manager },
    { role: 'ADMIN', person: tenant.admin },
  ] as const
  const held: Scope[][] = [...scopes.map((scope) => [scope]), [...scopes]]
  const keys = await Promise.all(held.map((some) => createKey(at, tenant, ...some)))
  return [
    ...people.map(({ role, person }) => ({ name: role, credential: { token: person.token }, who: { role } })),
    ...keys.map(({ name, key }, index) => ({
      name,
      credential: { key },
      who: { scopes: held[index] ?? [] },
    })),
  ]
}

/** The rule of the specification, written a second time. */
const mayCall = ({ access, plan: needed = 'TRIAL' }: StaffEndpoint, { who }: Caller, plan: Plan): boolean => {
  if (plans.indexOf(plan) < plans.indexOf(needed)) return false
  if ('scopes' in who) return access.scope !== null && who.scopes.includes(access.scope)
  return roles.indexOf(who.role) >= roles.indexOf(access.role)
}

/** With an invalid body or unknown id, so that an admitted caller changes nothing. */
const ask = (at: TestServer, spec: Endpoint, { credential }: Caller): Promise<Reply> =>
  at.call(spec.method, target(spec), { ...credential, ...(spec.body ? { body: '[]' } : {}) })

/** Admitted: the answer complains about the call only. */
const letIn = ({ status }: Reply): boolean => status < 400 || [400, 404, 503].includes(status)

const changeTenant = (tenant: TestTenant, set: string): Promise<void> =>
  tenant.inside(async (ctx) => {
    await ctx.run(`update tenant set ${set} where id = $1`, [ctx.tenantId])
    ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  })

const oneByOne = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (const one of all) results.push(await work(one))
  return results
}

for (const plan of plans) {
  test(`On the plan ${plan} access is allowed exactly as role, scope and plan require`, async () => {
    const tenant = await createTenant(server)
    const callers = await callersOf(server, tenant)
    await changeTenant(tenant, `plan = '${plan}'`)
    // Endpoints without a plan are tested on the highest plan, and one of them on the lowest.
    const asked = staff.filter((spec, index) => plan === 'ENTERPRISE' || spec.plan || index === 0)
    for (const spec of asked) {
      // A tenant can run two exports at once, so they are requested one after the other.
      const replies =
        spec.name === 'exportCsv'
          ? await oneByOne(callers, (caller) => ask(server, spec, caller))
          : await Promise.all(callers.map((caller) => ask(server, spec, caller)))
      for (const [index, caller] of callers.entries()) {
        const reply = replies[index]
        assert.ok(reply)
        const message = `${caller.name}: ${spec.method} ${spec.path}: ${reply.text.slice(0, 200)}`
        if (mayCall(spec, caller, plan)) assert.ok(letIn(reply), message)
        else assert.deepEqual([reply.status, reply.json.code], [403, 'FORBIDDEN'], message)
      }
    }
  })
}

/** Calls with a full key; returns the answer and the actor of the latest audit entry. */
const doneByKey = async (spec: Endpoint, world: Everything, key: string) => {
  const reply = await callRightly(server, spec, world, { token: undefined, key })
  const [entry] = await world.tenant.inside(({ run }) =>
    run<{ actor_kind: string; action: string }>(
      'select actor_kind, action from audit_entry where tenant_id = $1 order by at desc, id desc limit 1',
      [world.tenant.id],
    ),
  )
  return { reply, status: reply.status, entry }
}

test('A key with the scope can do on every endpoint what an ADMIN can', async () => {
  const keyed = staff.filter(({ access }) => access.scope !== null)
  const open = async () => {
    const world = await createEverything(server)
    return { world, ...(await createKey(server, world.tenant, ...scopes)) }
  }
  let { world, key } = await open()
  for (const spec of keyed) {
    if (!changesSomething(spec)) {
      const reply = await callRightly(server, spec, world, { token: undefined, key })
      const message = `${spec.name}: ${reply.text.slice(0, 300)}`
      assert.equal(reply.status, (await callRightly(server, spec, world)).status, message)
      continue
    }
    const right = {
      status: successOf(spec, bodyFor(spec, world)),
      entry: { actor_kind: 'KEY', action: `${spec.module}.${spec.name}` },
    }
    let { reply, ...found } = await doneByKey(spec, world, key)
    if (!isDeepStrictEqual(found, right)) {
      // An earlier endpoint may affect this one, so it is tried again in a new tenant.
      ;({ world, key } = await open())
      ;({ reply, ...found } = await doneByKey(spec, world, key))
    }
    assert.deepEqual(found, right, `${spec.name}: ${reply.text.slice(0, 300)}`)
  }
})

for (const [why, set] of [
  ['whose trial has ended', "plan = 'TRIAL', trial_ends_at = now() - interval '1 day'"],
  ['that is suspended', "state = 'SUSPENDED'"],
] as const) {
  let world: Everything
  let callers: Caller[]
  before(async () => {
    world = await createEverything(billing)
    callers = await callersOf(billing, world.tenant)
    await changeTenant(world.tenant, set)
  })

  test(`In a tenant ${why} people and keys can read, and write nothing except their sign-in`, async () => {
    const plan: Plan = why === 'that is suspended' ? 'ENTERPRISE' : 'TRIAL'
    for (const spec of staff) {
      // Read-only is independent of the other callers' access.
      for (const caller of callers.filter(({ name }) => name === 'ADMIN' || name.endsWith(allScopes))) {
        const reply = await ask(billing, spec, caller)
        const writes = changesSomething(spec) && !spec.whenReadOnly
        const message = `${caller.name}: ${spec.method} ${spec.path}: ${reply.text.slice(0, 200)}`
        if (mayCall(spec, caller, plan) && !writes) assert.ok(letIn(reply), message)
        else assert.deepEqual([reply.status, reply.json.code], [403, 'FORBIDDEN'], message)
      }
    }
  })

  test(`Visitors of a tenant ${why} are not affected`, async () => {
    const visitors = endpoints.filter(
      ({ access, module }) => access.kind === 'public' && (module === 'feedback' || module === 'status'),
    )
    assert.ok(visitors.length >= 9)
    for (const spec of visitors) {
      const reply = await callRightly(billing, spec, world)
      assert.ok(reply.status < 300, `${spec.method} ${spec.path}: ${reply.text.slice(0, 300)}`)
    }
  })
}

test('A public endpoint ignores credentials, valid or not', async () => {
  const world = await createEverything(server)
  const { key } = await createKey(server, world.tenant, 'read')
  const spec = endpoints.find(({ name }) => name === 'getFeedbackAmenity')
  assert.ok(spec)
  const plain = await callRightly(server, spec, world)
  for (const more of [
    { key },
    { key: 'wk_live_x' },
    { key, token: world.tenant.admin.token },
    { token: 'x' },
  ])
    assert.equal((await callRightly(server, spec, world, more)).text, plain.text)
})
