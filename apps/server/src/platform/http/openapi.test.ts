import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false, limits: 'spec' })

interface Schema {
  readonly format?: string
  readonly items?: Schema
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[]
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>
}

const { paths, components } = (await server.call('GET', '/openapi.json')).json as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly headers: Readonly<Record<string, unknown>> }
}
const operation = (method: string, path: string): Operation => {
  const found = paths[path]?.[method]
  assert.ok(found, `${method} ${path}`)
  return found
}

test('A response has the headers that OpenAPI lists for it', async () => {
  const { manager } = await createTenant(server)
  const { token } = manager
  const make = () =>
    server.call<{ id: string }>('POST', '/api/tasks', {
      token,
      body: { title: 'Lamp is out' },
      headers: { 'idempotency-key': 'headers' },
    })
  const { id } = (await make()).json.data
  const list = await server.call('GET', '/api/tasks', { token })
  const ask = () => server.call('POST', '/api/auth/magic-link/request', { body: { email: 'h@example.com' } })
  for (let index = 0; index < 5; index++) assert.equal((await ask()).status, 200)
  const answers: [method: string, path: string, status: number, reply: Reply][] = [
    ['post', '/api/tasks', 201, await make()],
    ['get', '/api/tasks', 200, list],
    [
      'get',
      '/api/tasks',
      304,
      await server.call('GET', '/api/tasks', {
        token,
        headers: { 'if-none-match': list.headers.get('etag') ?? '' },
      }),
    ],
    ['delete', '/api/tasks/{id}', 403, await server.call('DELETE', `/api/tasks/${id}`, { token })],
    ['post', '/api/auth/magic-link/request', 429, await ask()],
  ]
  for (const [method, path, status, reply] of answers) {
    assert.equal(reply.status, status, reply.text)
    const named = Object.keys(operation(method, path).responses[status]?.headers ?? {})
    assert.ok(named.includes('X-Request-Id'), `${method} ${path} ${status}`)
    for (const name of named) {
      assert.ok(reply.headers.has(name), `${method} ${path} ${status}: ${name}`)
      assert.ok(name in components.headers, name)
    }
  }
  const limited = operation('post', '/api/auth/magic-link/request').responses[429]
  assert.ok('Retry-After' in (limited?.headers ?? {}))
})

test('OpenAPI marks strings that are ids and times; a string that may also be a word is neither', () => {
  const formatOf = (path: string, name: string): string | undefined => {
    const schema = operation('get', path).parameters.find((one) => one.name === name)?.schema
    assert.ok(schema, name)
    return schema.items ? schema.items.format : schema.format
  }
  assert.equal(formatOf('/api/tasks/{id}', 'id'), 'uuid')
  assert.equal(formatOf('/api/tasks', 'building'), 'uuid')
  assert.equal(formatOf('/api/tasks', 'updatedSince'), 'date-time')
  assert.equal(formatOf('/api/tasks', 'createdFrom'), 'date')
  // `me` and `none` are accepted too, so it has no format.
  assert.equal(formatOf('/api/tasks', 'assignee'), undefined)
})
