/**
 * Random requests made from the contracts: never a fault of ours, never a status that OpenAPI does not list, always the
 * envelope. FUZZ_CASES says how many for each operation, FUZZ_SEED which.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { errorStatus } from '#contracts/kit/vocabulary.ts'
import { openApiOf } from '#server/platform/http/openapi.ts'
import { newId } from '#server/platform/ids.ts'
import { handlers } from '../../build.ts'
import { startTestServer } from '../server.ts'
import { anything, queryFor, valueFor } from './arbitraries.ts'
import { bodyFor, createEverything, type Everything, recordFor } from './everything.ts'
import { leavesOf, type Schema, withValue } from './leaves.ts'

const numRuns = Number(process.env.FUZZ_CASES ?? 15)
const seed = Number(process.env.FUZZ_SEED ?? 20261120)

const server = await startTestServer()
const specs = handlers.map(({ spec }) => spec)
// What removes records comes last, so that the others find them.
const ordered = [...specs].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
}
const documented = openApiOf(specs, 'http://localhost:3000', '0').paths as Record<
  string,
  Record<string, Operation>
>
const statusesOf = (spec: Endpoint): number[] => {
  const operation = documented[spec.path.replace(/:(\w+)/g, '{$1}')]?.[spec.method.toLowerCase()]
  assert.ok(operation, `${spec.method} ${spec.path} is not in OpenAPI`)
  return Object.keys(operation.responses).map(Number)
}

let world: Everything
before(async () => {
  console.log(`# seed ${seed}, ${numRuns} cases for each operation`)
  world = await createEverything(server)
})

interface Case {
  readonly target: string
  readonly body: unknown
  readonly token: string | undefined
  readonly headers: Record<string, string>
}

const paramFor = (spec: Endpoint): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(recordFor(spec, world)) },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(world.records), newId(1)) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }) },
  )

/** A right body with one or two fields otherwise, or one made up from its schema. */
const bodiesFor = (spec: Endpoint, known: readonly string[]): fc.Arbitrary<unknown> => {
  const schema = spec.body as Schema | undefined
  if (!schema)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anything })
  const leaves = leavesOf(schema)
  const changed = fc
    .array(
      fc.constantFrom(...leaves).chain((leaf) => fc.tuple(fc.constant(leaf), valueFor(leaf.schema, known))),
      { minLength: 1, maxLength: 2 },
    )
    .map((changes) =>
      changes.reduce<unknown>(
        (body, [leaf, value]) => withValue(schema, body, leaf.path, value),
        bodyFor(spec, world),
      ),
    )
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 6, arbitrary: valueFor(schema, known) },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { 'if-match': '"1"' },
      { 'if-match': '*' },
      { 'if-match': 'x' },
      { 'if-none-match': '"1"' },
      { 'idempotency-key': 'a-key' },
      { 'idempotency-key': 'two words' },
      { 'content-type': 'text/plain' },
      { 'content-encoding': 'gzip' },
      { accept: 'text/html' },
    ),
  },
)

const casesFor = (spec: Endpoint): fc.Arbitrary<Case> => {
  const { tenant, leaver } = world
  const known = Object.values(world.records)
  const endsSession = spec.name === 'logout' || spec.name === 'changePassword'
  const tokens = endsSession
    ? [leaver.token]
    : [tenant.admin.token, tenant.admin.token, tenant.technician.token]
  return fc
    .record({
      param: spec.params ? paramFor(spec) : fc.constant(''),
      query: spec.query ? queryFor(spec.query as Schema, known) : fc.constant(''),
      body: spec.method === 'GET' ? fc.constant(undefined) : bodiesFor(spec, known),
      token: fc.constantFrom(...tokens),
      headers,
    })
    .map(({ param, query, ...rest }) => {
      const path = spec.path.replace(/:\w+/, () => encodeURIComponent(param.toWellFormed()))
      return { target: query ? `${path}?${query}` : path, ...rest }
    })
}

for (const spec of ordered) {
  test(`${spec.method} ${spec.path} answers anything within its documentation`, async () => {
    const allowed = statusesOf(spec)
    await fc.assert(
      fc.asyncProperty(casesFor(spec), async ({ target, body, token, headers: more }) => {
        const reply = await server.call(spec.method, target, {
          token: spec.access.kind === 'tenant' ? token : undefined,
          body,
          headers: more,
        })
        const shown = `${reply.status} ${reply.text.slice(0, 300)}`
        assert.ok(reply.status < 500, shown)
        assert.ok(allowed.includes(reply.status), `not documented: ${shown}`)
        if (reply.status < 300) {
          if (spec.file)
            assert.ok(
              spec.file.some((type) => reply.headers.get('content-type')?.startsWith(type)),
              shown,
            )
          else assert.equal(reply.json.success, true, shown)
        } else if (reply.status >= 400) {
          assert.equal(reply.json.success, false, shown)
          assert.equal(errorStatus[reply.json.code as keyof typeof errorStatus], reply.status, shown)
          assert.ok(
            reply.json.error && !/FST_|\bat \/|node_modules|select |insert /.test(reply.json.error),
            shown,
          )
        }
        assert.ok(reply.headers.get('x-request-id'))
      }),
      { seed, numRuns, endOnFailure: true },
    )
  })
}

test('Everything that was taken can be worked off: no event is left behind and no job fails', async () => {
  await server.drain()
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const left = await client.query('select type from event where dispatched_at is null')
    const failed = await client.query(
      "select name, output ->> 'message' as message from pgboss.job where state in ('retry', 'failed')",
    )
    assert.deepEqual([left.rows, failed.rows], [[], []])
  } finally {
    await client.end()
  }
})
