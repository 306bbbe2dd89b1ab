import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/platform/http/app.ts'
import { module } from '#server/platform/module.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { readExported } from '../../../../scripts/read-exported.ts'
import * as contracts from './contract.ts'
import createTool from './create-tool.ts'
import deleteTool from './delete-tool.ts'
import listTools from './list-tools.ts'
import updateTool from './update-tool.ts'

const server = await startTestServer({ own: true })
const { owner } = exportsOn(server)
const { log } = server.built.platform
const tenant = await createTenant(server)
const other = await createTenant(server)

/** The line of the manifest. */
const { handlers } = module({
  name: 'tools',
  implements: contracts,
  handlers: { createTool, deleteTool, listTools, updateTool },
})

let app: FastifyInstance
let base = ''
before(async () => {
  await owner(readFileSync(`${import.meta.dirname}/tools.sql`, 'utf8'))
  // The server of the tests is listening already; a second one has the same gate in front of the new addresses.
  app = createApp({ log, corsOrigins: [], secure: false, trusts: () => true })
  for (const handler of handlers)
    app.route({
      method: handler.spec.method,
      url: handler.spec.path,
      handler: (request, reply) => server.built.gate.handle(handler, request, reply),
    })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

interface Tool {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly version: number
}

const call = async <T = Tool>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  { token = tenant.admin.token, body, version }: { token?: string; body?: object; version?: number } = {},
) => {
  const reply = await fetch(`${base}/api/admin/tools${url}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const json = (await reply.json()) as { data: T; code: string; total: number }
  return { status: reply.status, ...json }
}

const create = async (name: string): Promise<Tool> => (await call('POST', '', { body: { name } })).data
const names = async (query = ''): Promise<string[]> =>
  (await call<Tool[]>('GET', query)).data.map(({ name }) => name)

test('A resource needs nine files: eight of its own and the generated types, and a line of a manifest', () => {
  const own = readdirSync(import.meta.dirname)
  assert.deepEqual(own.sort(), [
    'contract.ts',
    'create-tool.ts',
    'delete-tool.ts',
    'list-tools.ts',
    'present-tool.ts',
    'resource.test.ts',
    'tools.sql',
    'update-tool.ts',
  ])
})

test('Its records are listed, appended, moved and deleted, and the order has no gaps', async () => {
  const [ladder, saw, drill] = [await create('Ladder'), await create('Saw'), await create('Drill')]
  assert.deepEqual(await names(), ['Ladder', 'Saw', 'Drill'])
  assert.deepEqual(await names('?sort=-name'), ['Saw', 'Ladder', 'Drill'])
  assert.deepEqual(await names('?pageSize=1&page=2'), ['Saw'])
  await call('PATCH', `/${drill.id}`, { body: { position: 0, borrowed: true } })
  assert.deepEqual(await names(), ['Drill', 'Ladder', 'Saw'])
  assert.deepEqual(await names('?borrowed=true'), ['Drill'])
  assert.deepEqual((await call('DELETE', `/${ladder.id}`)).data, { id: ladder.id })
  const left = await call<Tool[]>('GET', '')
  assert.deepEqual(
    left.data.map(({ id, position }) => [id, position]),
    [
      [drill.id, 0],
      [saw.id, 1],
    ],
  )
  assert.equal(left.total, 2)
})

test('A stale version is refused, and a record that is missing or of another tenant is NOT_FOUND', async () => {
  const { id, version } = await create('Level')
  const changed = await call('PATCH', `/${id}`, { body: { name: 'Spirit level' }, version })
  assert.deepEqual([changed.status, changed.data.version], [200, version + 1])
  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { body: { name: 'Late' } } : {}
    assert.equal((await call(method, `/${id}`, { ...body, version })).code, 'PRECONDITION_FAILED')
    assert.equal((await call(method, `/${id}`, { ...body, token: other.admin.token })).code, 'NOT_FOUND')
    assert.equal((await call(method, `/${tenant.id}`, body)).code, 'NOT_FOUND')
  }
})

test('The audit log has its old and new values', async () => {
  const { id } = await create('Hammer')
  await call('PATCH', `/${id}`, { body: { borrowed: true } })
  await call('DELETE', `/${id}`)
  const log = await server.call<
    { action: string; changes: { field: string; from: unknown; to: unknown }[] }[]
  >('GET', `/api/admin/audit-log?target=${id}&sort=at`, { token: tenant.admin.token })
  const entries = log.json.data.map(({ action, changes }) => [
    action,
    ...changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
  ])
  assert.deepEqual(entries, [
    ['admin.createTool', 'name: null → Hammer', 'borrowed: null → false'],
    ['admin.updateTool', 'borrowed: false → true'],
    ['admin.deleteTool', 'name: Hammer → null', 'borrowed: true → null'],
  ])
})

test('Its database comments say what is exported; a table or a column without one is refused', async () => {
  const exported = async () => (await readExported(owner)).tool
  assert.deepEqual(await exported(), {
    name: 'tools',
    refersTo: [],
    key: ['id'],
    fields: { id: 'id', name: 'label', borrowed: 'borrowed', position: 'position', version: 'version' },
    without: { lock_code: 'opens a cupboard' },
    photoKeys: [],
  })
  await owner("comment on column tool.name is 'what it is called'")
  await assert.rejects(exported, /column tool.name says neither exported nor why not/)
  await owner('comment on table tool is null')
  await assert.rejects(exported, /table tool says neither exported nor why not/)
})
