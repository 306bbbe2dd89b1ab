/**
 * Random requests from /openapi.json: never an internal error, never an undocumented status or content type, and
 * every reply as its schema says. FUZZ_CASES sets the number for each operation, FUZZ_SEED the seed.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import pg from 'pg'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { errorStatus } from '#contracts/kit/vocabulary.ts'
import { newId } from '#server/platform/ids.ts'
import { handlers } from '../../build.ts'
import { rounds } from '../rounds.ts'
import { type Reply, startTestServer, systemSecret } from '../server.ts'
import { anything, queryFor, valueFor } from './arbitraries.ts'
import { bodyFor, createEverything, type Everything, recordFor } from './everything.ts'
import { leavesOf, type Schema, withValue } from './leaves.ts'

const numRuns = Number(process.env.FUZZ_CASES ?? rounds(5, 200))
const seed = Number(process.env.FUZZ_SEED ?? 20261120)

const server = await startTestServer({ own: true })

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly security: readonly Record<string, unknown>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
}

interface Documented {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  /** used only for valid input */
  readonly spec: Endpoint
}

const document = (await (await fetch(`${server.base}/openapi.json`)).json()) as {
  readonly paths: Record<string, Record<string, Operation>>
}
const specs = new Map(handlers.map(({ spec }) => [spec.name, spec]))
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Documented => {
    const spec = specs.get(operation.operationId)
    assert.ok(spec, `${operation.operationId} is documented and not served`)
    return { method: method.toUpperCase(), path, operation, spec }
  }),
)
// Order of calls: deletions come late, and what locks out staff comes last.
const rank = ({ method, spec }: Documented): number =>
  spec.name === 'setMaintenance' ? 2 : Number(method === 'DELETE')
const ordered = [...operations].sort((a, b) => rank(a) - rank(b))

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'document', ...document })

/** Validators of replies by status and content type. */
const checkerOf = ({ operation }: Documented) => {
  // Compiled on demand, since most documented replies never occur in a few cases.
  const checks = new Map<number, ValidateFunction>()
  const checkOf = (status: number, schema: object): ValidateFunction => {
    const check =
      checks.get(status) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object)
    checks.set(status, check)
    return check
  }
  return (reply: Reply, shown: string): void => {
    const response = operation.responses[String(reply.status)]
    assert.ok(response, `not documented: ${shown}`)
    if (!response.content) {
      assert.equal(reply.text, '')
      return
    }
    const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
    const documented = response.content[type]
    assert.ok(documented, `content type ${type} is not documented: ${shown}`)
    if (type !== 'application/json') return
    const check = checkOf(reply.status, documented.schema)
    assert.ok(check(reply.json), `${ajv.errorsText(check.errors)}: ${shown}`)
  }
}

let world: Everything
before(async () => {
  console.log(`# seed ${seed}, ${numRuns} cases for each of ${operations.length} operations`)
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

/** A valid body with one or two changed fields, or one generated from its schema. */
const bodiesFor = ({ operation, spec }: Documented, known: readonly string[]): fc.Arbitrary<unknown> => {
  const schema = operation.requestBody?.content['application/json']?.schema
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

/** The query as one schema. */
const queryOf = (parameters: readonly Parameter[]): Schema => {
  const known = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(({ name, schema }) => [name, schema])),
    required: known.filter(({ required }) => required).map(({ name }) => name),
  }
}

const casesFor = (documented: Documented): fc.Arbitrary<Case> => {
  const { method, path, operation, spec } = documented
  const { tenant, leaver } = world
  const known = Object.values(world.records)
  const endsSession = spec.name === 'logout' || spec.name === 'changePassword'
  const tokens = endsSession
    ? [leaver.token]
    : [tenant.admin.token, tenant.admin.token, tenant.technician.token]
  return fc
    .record({
      param: path.includes('{') ? paramFor(spec) : fc.constant(''),
      query: queryFor(queryOf(operation.parameters), known),
      body: method === 'GET' ? fc.constant(undefined) : bodiesFor(documented, known),
      token: fc.constantFrom(...tokens),
      headers,
    })
    .map(({ param, query, ...rest }) => {
      const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(param.toWellFormed()))
      return { target: query ? `${filled}?${query}` : filled, ...rest }
    })
}

for (const documented of ordered) {
  const { method, path, spec } = documented
  test(`${method} ${path} answers anything within its documentation`, async () => {
    const check = checkerOf(documented)
    // An unconfigured integration answers SERVICE_UNAVAILABLE.
    const mayBeUnset = spec.errors?.includes('SERVICE_UNAVAILABLE') ?? false
    await fc.assert(
      fc.asyncProperty(casesFor(documented), async ({ target, body, token, headers: more }) => {
        const reply = await server.call(method, target, {
          token: spec.access.kind === 'tenant' ? token : undefined,
          secret: spec.access.kind === 'system' ? systemSecret : undefined,
          body,
          headers: more,
        })
        const shown = `${reply.status} ${reply.text.slice(0, 300)}`
        assert.ok(reply.status < 500 || (mayBeUnset && reply.status === 503), shown)
        check(reply, shown)
        if (reply.status >= 400) {
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

test('Everything that was accepted can be processed: no event is left and no job fails', async () => {
  await server.call('PUT', '/api/system/maintenance', { secret: systemSecret, body: { on: false } })
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
