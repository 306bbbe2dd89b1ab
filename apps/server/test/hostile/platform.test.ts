/** The platform shows no content of tenants, and of an erased tenant nothing is left. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, test } from 'node:test'
import pg from 'pg'
import { endpoints } from '#contracts/all.ts'
import { eraseBySlug } from '../../../../seeds/erase-tenant.ts'
import { countUsage } from '../../src/modules/super-admin/usage/count-usage.ts'
import { targetOf } from '../matrix-calls.ts'
import { startTestServer } from '../server.ts'
import { signInSuperAdmin } from '../super-admin.ts'
import { createTenant } from '../world.ts'
import { createEverything, type Everything } from './everything.ts'

// Reads all tables and files.
const server = await startTestServer({ own: true })
const mark = 'Quillwort'
let marked: Everything
let root: string
before(async () => {
  marked = await createEverything(server, { mark })
  root = await signInSuperAdmin(server)
  await server.drain()
})

/** Tables, of this service and of the queue, of which a row has this text in it; and how many rows. */
const rowsWith = async (text: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    )
    const found: Record<string, number> = {}
    for (const { name } of rows) {
      const result = await client.query<{ n: number }>(
        `select count(*)::int as n from ${name} r where position($1 in r::text) > 0`,
        [text],
      )
      const n = Number(result.rows[0]?.n ?? 0)
      if (n > 0) found[name] = n
    }
    return found
  } finally {
    await client.end()
  }
}

const filesWith = async (words: readonly string[]): Promise<string[]> => {
  const folder = path.join(server.dataDir, 'files')
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of names) {
    const file = path.join(entry.parentPath, entry.name)
    const content = entry.isFile() ? await readFile(file, 'latin1') : ''
    if (words.some((word) => file.includes(word) || content.includes(word))) found.push(file)
  }
  return found
}

const texts = (): string[] => {
  const { tenant, signer, leaver } = marked
  const people = [tenant.admin, tenant.manager, tenant.technician, signer, leaver]
  return [mark, ...people.map(({ email }) => email), ...people.map(({ name }) => name)]
}

/** Codes, tokens and ids of records, which support may see. */
const codes = (): string[] => {
  const { qrCode, freeCode, trackingToken, taskId, otherTaskId, feedbackId, amenityId, buildingId, scout } =
    marked.records
  return [
    qrCode,
    freeCode,
    trackingToken,
    taskId,
    otherTaskId,
    feedbackId,
    amenityId,
    buildingId,
    scout.roundId,
  ]
}

test('No answer of the platform has a text of a tenant’s records, or a name or address of a member', async () => {
  await marked.tenant.inside(countUsage)
  let answers = 0
  for (const spec of endpoints) {
    if (spec.access.kind !== 'superAdmin' || spec.method !== 'GET') continue
    for (const q of spec.name === 'listTenants' ? ['', marked.records.email, marked.records.qrCode] : ['']) {
      const records = { ...marked.records, tenantId: marked.tenant.id }
      const target = targetOf(spec, spec.example?.(records) ?? {})
      const { status, text } = await server.call('GET', q ? `${target}?q=${encodeURIComponent(q)}` : target, {
        token: root,
      })
      assert.equal(status, 200, text)
      answers++
      // What was searched for is told back.
      for (const word of [...texts(), ...codes()].filter((one) => one !== q))
        assert.ok(!text.includes(word), `${spec.name} shows ${word}`)
    }
  }
  assert.equal(answers, 8)
})

test('No answer to support has a name or address of a member, or a comment', async () => {
  const { tenant, records } = marked
  const opened = await server.call<{ accessToken: string }>(
    'POST',
    `/api/super-admin/tenants/${tenant.id}/access`,
    { token: root, body: { reason: 'They asked for help' } },
  )
  const { accessToken: token } = opened.json.data
  const hidden = [...texts().filter((text) => text !== mark), `${mark} words`, `${mark} guest`]
  let answers = 0
  for (const spec of endpoints) {
    if (spec.access.kind !== 'tenant' || spec.method !== 'GET') continue
    const { status, text } = await server.call('GET', targetOf(spec, spec.example?.(records) ?? {}), {
      token,
    })
    const isOpen = spec.access.scope === 'read' && !spec.file && !spec.stream && !spec.withoutSupport
    assert.equal(status, isOpen ? 200 : 403, `${spec.name}: ${text}`)
    if (isOpen) answers++
    for (const word of hidden) assert.ok(!text.includes(word), `${spec.name} shows ${word}: ${text}`)
  }
  assert.ok(answers > 40, `${answers}`)
})

test('Of an erased tenant no row and no file holds its id or a text, but its own row and the platform’s audit log', async () => {
  const kept = await createTenant(server)
  const { tenant, records } = marked
  const send = async (method: string, target: string, body: object): Promise<void> => {
    const reply = await server.call(method, `/api/super-admin/${target}`, { token: root, body })
    assert.ok(reply.status < 300, `${target}: ${reply.text}`)
  }
  await send('PUT', 'flags/MCP', { tenants: { [tenant.id]: false, [kept.id]: true } })
  const until = new Date(server.clock.now().getTime() + 3600_000).toISOString()
  const notice = { kind: 'INFO', title: 'Notice', text: 'Words', until }
  await send('POST', 'announcements', { ...notice, audience: { tenantIds: [tenant.id] } })
  await server.built.platform.storage.put(`photos/${tenant.id}/a.jpg`, Buffer.from(mark), 'image/jpeg')
  const slug = `tenant-${tenant.id}`
  await assert.rejects(eraseBySlug(server.built, slug, true), /not closing/)
  await send('DELETE', `tenants/${tenant.id}`, { confirm: slug, reason: 'The contract has ended' })
  await server.drain()
  await assert.rejects(eraseBySlug(server.built, slug, false), /--yes/)
  assert.ok((await filesWith([tenant.id])).length >= 2, 'a photo and an export')
  const erased = await eraseBySlug(server.built, slug, true)
  assert.ok(erased.rows > 100 && erased.files >= 2, JSON.stringify(erased))
  await server.drain()
  assert.deepEqual(Object.keys(await rowsWith(tenant.id)), [
    'public.erasure',
    'public.platform_audit',
    'public.tenant',
  ])
  assert.deepEqual((await rowsWith(tenant.id))['public.tenant'], 1)
  const all = [...texts(), ...codes()]
  assert.equal(new Set(all).size, 20)
  assert.ok(all.every((text) => text.length > 3))
  for (const text of all) assert.deepEqual(await rowsWith(text), {}, text)
  assert.deepEqual(await filesWith([tenant.id, ...all]), [])
  assert.equal((await server.call('GET', '/api/tasks', { token: tenant.admin.token })).status, 401)
  assert.equal((await server.call('GET', `/api/feedback/amenity/${records.qrCode}`)).status, 404)
  const gone = await server.call('GET', `/api/super-admin/tenants/${tenant.id}`, { token: root })
  assert.equal(gone.json.code, 'NOT_FOUND')
  assert.equal((await server.call('GET', '/api/tasks', { token: kept.admin.token })).status, 200)
})
