/** Values that no honest provider sends, in every field of the calls that it signs. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { systemClock } from '#server/platform/clock.ts'
import { handlers } from '../../build.ts'
import { startFakeSlack } from '../fake-slack.ts'
import { startFakeStripe } from '../fake-stripe.ts'
import { type Reply, startTestServer } from '../server.ts'
import { bodyFor, createEverything, type Everything, rowsOf } from './everything.ts'
import { type Leaf, leavesOf, nameOf, type Schema, withUndeclared, withValue } from './leaves.ts'

const slack = await startFakeSlack()
const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ worker: false, env: { ...slack.env, ...stripe.env } })
const specs = handlers.map(({ spec }) => spec).filter(({ access }) => access.kind === 'signed')

let world: Everything
before(async () => {
  world = await createEverything(server)
})

const send = ({ path, access }: Endpoint, value: unknown): Promise<Reply> => {
  const body = JSON.stringify(value)
  if (access.kind === 'signed' && access.by === 'slack') return slack.send(server, path, body)
  const headers = { 'content-type': 'application/json', ...stripe.sign(body, server.clock.now()) }
  return server.call('POST', path, { body, headers })
}

/** Values that a field does not take. */
const wrongFor = ({ schema, nullable }: Leaf): unknown[] => {
  const none = nullable ? [] : [null]
  if (schema.type === 'string' && schema.enum === undefined) {
    const over = schema.maxLength === undefined ? 0 : schema.maxLength + 1
    const long = over > 0 && over < 100_000 ? ['a'.repeat(over), '\u{1f9fb}'.repeat(over)] : []
    return [...none, 4, true, [], {}, ...long]
  }
  if (schema.type === 'boolean') return [...none, 'true', 1, 0, '', []]
  if (schema.type === 'integer' || schema.type === 'number') return [...none, '4', '', true, [4]]
  return []
}

for (const spec of specs) {
  const name = `${spec.method} ${spec.path}`
  const schema = spec.body as Schema

  test(`${name} refuses signed values of a wrong type and text that is one character too long`, async () => {
    let sent = 0
    for (const leaf of leavesOf(schema))
      for (const value of wrongFor(leaf)) {
        const reply = await send(spec, withValue(schema, bodyFor(spec, world), leaf.path, value))
        const blamed = `${JSON.stringify(value).slice(0, 40)} as ${nameOf(leaf)}: ${reply.text.slice(0, 300)}`
        assert.equal(reply.json.code, 'VALIDATION_ERROR', blamed)
        assert.ok(
          reply.json.details?.some(({ path }) => path.startsWith(`body.${leaf.path[0]}`)),
          blamed,
        )
        sent++
      }
    assert.ok(sent > 0)
  })

  test(`${name} ignores ids, tenant, plan, roles, times and versions in a signed call`, async () => {
    const undeclared = {
      tenantId: world.tenant.id,
      tenant_id: world.tenant.id,
      plan: 'STARTER',
      roles: ['ADMIN'],
      createdAt: '2001-02-03T04:05:06.789Z',
      version: 7654321,
    }
    const rowsBefore = await rowsOf(server, world.tenant.id)
    const reply = await send(spec, withUndeclared(schema, bodyFor(spec, world), undeclared))
    assert.ok(reply.status < 300, reply.text)
    assert.ok(!reply.text.includes('7654321') && !reply.text.includes('2001-02-03'), reply.text)
    assert.deepEqual(await rowsOf(server, world.tenant.id), rowsBefore)
  })

  test(`${name} reads no signed body of more than a megabyte`, async () => {
    const reply = await send(spec, { ...(bodyFor(spec, world) as object), more: 'x'.repeat(1024 * 1024) })
    assert.ok([401, 413].includes(reply.status), reply.text.slice(0, 300))
  })

  test(`${name} is UNAUTHORIZED without a signature, whoever is signed in`, async () => {
    const body = bodyFor(spec, world)
    for (const credential of [{ token: world.tenant.admin.token }, { token: world.root }, {}])
      assert.equal((await server.call('POST', spec.path, { ...credential, body })).json.code, 'UNAUTHORIZED')
  })
}
