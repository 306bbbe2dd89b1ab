/** @external every table is read */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import type { DataExport } from '#contracts/data-export.ts'
import type { Upload } from '#contracts/records.ts'
import { makeOperator, operatorCalls } from '#server/modules/operator/testing/test-operators.ts'
import { exported as generated } from '#server/platform/db/tables.ts'
import { exportsOf } from '#server/platform/exports.ts'
import { exportsOn } from '#test/exports.ts'
import { fillTenant } from '#test/fill-tenant.ts'
import { startTestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'
import { createTenant } from '#test/world.ts'
import { readExported } from '../../../../../scripts/read-exported.ts'
import { exportSteps } from './archive.ts'

const server = await startTestServer()
const { platform } = server.built
const { kinds: exportKinds, without: notExported } = platform.exports
const { owner, start, look, download, exported, files } = exportsOn(server)
const mine = await fillTenant(server, 'Marigold')
const theirs = await fillTenant(server, 'Thistle')

const linesOf = (zip: Map<string, Buffer>, name: string): Record<string, unknown>[] =>
  String(zip.get(`${name}.jsonl`))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('An export contains exactly the rows of its tenant, with the names of the API, and every photo', async () => {
  const done = await exported(mine.tenant)
  assert.equal(done.state, 'DONE')
  const zip = unzip((await download(done.url)).bytes)
  assert.deepEqual(
    [...zip.keys()].filter((name) => name.endsWith('.jsonl')),
    [...exportKinds.map(({ name }) => `${name}.jsonl`), 'settings.jsonl'],
  )
  for (const { name, table, where, key } of exportKinds) {
    const rows = await owner<{ key: string }>(
      `select ${key[0]}::text as key from ${table} where tenant_id = $1 ${where ? `and ${where}` : ''} order by ${key.join(', ')}`,
      [mine.tenant.id],
    )
    assert.ok(rows.length > 0, `the test makes rows of ${name}`)
    const field = exportKinds.find((kind) => kind.name === name)?.fields[key[0] ?? ''] ?? ''
    assert.deepEqual(
      linesOf(zip, name).map((line) => line[field]),
      rows.map((row) => row.key),
      name,
    )
  }
  for (const content of zip.values())
    assert.ok(!content.includes('Thistle') && !content.includes(theirs.tenant.id))
  const [task] = linesOf(zip, 'tasks').filter(({ id }) => id === mine.taskId)
  assert.equal(task?.title, 'Marigold task')
  assert.equal(task?.buildingId, mine.buildingId)
  assert.equal(task?.blocked, null)
  assert.match(String(task?.createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const photos = linesOf(zip, 'photos')
  assert.equal(photos.length, mine.photos)
  for (const { file } of photos) {
    assert.deepEqual([...(zip.get(String(file)) ?? Buffer.of()).subarray(0, 2)], [0xff, 0xd8], String(file))
  }
})

test('A certification names its proof among the photos, and the file contains no key', async () => {
  const tenant = await createTenant(server)
  const { certify } = operatorCalls(server, tenant)
  const { id } = await makeOperator(server, tenant)
  const body = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()
  const proof = { contentType: 'image/jpeg', size: body.length }
  const { key, url } = (await certify<Upload>(id, { proof })).json.data
  const headers = { 'content-type': 'image/jpeg' }
  assert.equal((await server.call('PUT', new URL(url).pathname, { body, headers })).status, 200)
  await certify(id, { certifications: [{ name: 'Lifts', proofKey: key }, { name: 'Roofs' }] })
  const zip = unzip((await download((await exported(tenant)).url)).bytes)
  const [photo] = linesOf(zip, 'photos')
  assert.ok(photo?.id)
  assert.deepEqual(
    new Map(linesOf(zip, 'operator-certifications').map(({ name, proofPhotoId }) => [name, proofPhotoId])),
    new Map([
      ['Lifts', photo.id],
      ['Roofs', null],
    ]),
  )
  for (const [name, content] of zip) assert.ok(!content.includes(key), name)
})

test('The manifest has the tenant, the time, the format, and rows, bytes and SHA-256 of every file', async () => {
  const done = await exported(mine.tenant)
  const reply = await download(done.url)
  assert.equal(createHash('sha256').update(reply.bytes).digest('hex'), done.sha256)
  assert.equal(reply.bytes.length, done.size)
  const zip = unzip(reply.bytes)
  const manifest = JSON.parse(String(zip.get('manifest.json')))
  assert.equal(manifest.format, 'wellkept-export')
  assert.equal(manifest.version, 1)
  assert.equal(manifest.tenant.id, mine.tenant.id)
  assert.deepEqual(manifest.missing, [])
  assert.deepEqual(
    manifest.files.map(({ name }: { name: string }) => name),
    [...zip.keys()].filter((name) => name !== 'manifest.json'),
  )
  for (const { name, bytes, sha256, records } of manifest.files) {
    const content = zip.get(name) ?? Buffer.of()
    assert.equal(content.length, bytes, name)
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, name)
    if (records !== undefined) assert.equal(linesOf(zip, name.replace('.jsonl', '')).length, records, name)
  }
  const records = manifest.files.reduce(
    (sum: number, file: { records?: number }) => sum + (file.records ?? 0),
    0,
  )
  assert.deepEqual(manifest.counts, { records, photos: mine.photos })
  assert.deepEqual(done.progress, {
    steps: exportSteps(platform),
    stepsDone: exportSteps(platform),
    records,
    photos: mine.photos,
  })
})

test('An export contains no secret: no password, token, key, visitor’s address or source', async () => {
  const tenant = await fillTenant(server, 'Foxglove')
  await tenant.tenant.person(['MANAGER'], { password: 'a long enough password' })
  const done = await exported(tenant.tenant)
  const all = Buffer.concat([...unzip((await download(done.url)).bytes).values()]).toString('latin1')
  const secrets = await owner<{ secret: string }>(
    `select password_hash as secret from app_user where tenant_id = $1 and password_hash is not null
     union all select live_token::text from session where tenant_id = $1
     union all select id::text from mail_link where tenant_id = $1
     union all select source from feedback where tenant_id = $1
     union all select outcome_email from feedback where tenant_id = $1 and outcome_email is not null
     union all select email from status_subscription where tenant_id = $1
     union all select endpoint from push_subscription where tenant_id = $1
     union all select auth from push_subscription where tenant_id = $1
     union all select p256dh from push_subscription where tenant_id = $1
     union all select encode(hash, 'hex') from api_key where tenant_id = $1
     union all select thumbnail_key from upload where tenant_id = $1 and thumbnail_key is not null`,
    [tenant.tenant.id],
  )
  assert.ok(secrets.length > 8)
  assert.ok(all.includes(tenant.apiKeyId) && !all.includes(tenant.apiKey))
  for (const { secret } of secrets) assert.ok(!all.includes(secret), secret)
  for (const word of [
    'argon2',
    '$scrypt',
    'passwordHash',
    'password_hash',
    'liveToken',
    'salt',
    'eyJ',
    '/files/ey',
  ])
    assert.ok(!all.includes(word), word)
  for (const kind of ['tracking', 'upload', 'file', 'export'] as const) {
    for (const id of [tenant.feedbackId, tenant.taskId, done.id])
      assert.ok(!all.includes(platform.keys.seal(kind, tenant.tenant.id, id)))
  }
})

test('Every table and column of a tenant is exported or listed with the reason why not', async () => {
  const columns = await owner<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relname <> 'schema_migration'`,
  )
  const tables = new Set(columns.map(({ table }) => table))
  const exportedTables = exportKinds.map(({ table }) => String(table))
  assert.deepEqual([...exportedTables, ...Object.keys(notExported)].sort(), [...tables].sort())
  for (const { table, fields, without } of exportKinds) {
    const named = [...Object.keys(fields), ...Object.keys(without), 'tenant_id'].sort()
    const there = columns.filter((column) => column.table === table).map(({ column }) => column)
    assert.deepEqual(named, there.sort(), table)
  }
  for (const reason of [
    ...Object.values(notExported),
    ...exportKinds.flatMap((kind) => Object.values(kind.without)),
  ])
    assert.ok(String(reason).length > 10)
  // What scripts/generate-tables.ts wrote is what the comments of the migrations say.
  assert.deepEqual(generated, await readExported(owner))
})

test('docs/data.md names every file of an export', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/data.md'), 'utf8')
  const expected = [...exportKinds.map(({ name }) => `${name}.jsonl`), 'settings.jsonl', 'manifest.json']
  const named = [...page.matchAll(/`([a-z-]+\.jsonl?)`/g)].map(([, name]) => name ?? '')
  assert.deepEqual([...new Set(named)].sort(), expected.sort())
})

test('Records that refer to others are read before them, so no reference points at a missing record', () => {
  const exported = exportKinds.map(({ table }) => table)
  for (const [at, { name, refersTo }] of exportKinds.entries())
    for (const table of refersTo === 'all' ? exported.filter((_, other) => other !== at) : refersTo)
      assert.ok(exported.indexOf(table) > at, `${name} before ${table}`)
  const nothing = { key: ['id'], fields: {}, without: {}, photoKeys: [] }
  const circle = {
    task: { ...nothing, name: 'tasks', refersTo: ['feedback'] },
    feedback: { ...nothing, name: 'f', refersTo: ['task'] },
  } as const
  assert.throws(() => exportsOf(circle), /in a circle: tasks, f/)
})

test('Only an ADMIN may start or see an export; one of another tenant is NOT_FOUND', async () => {
  const done = await exported(mine.tenant)
  for (const { token } of [mine.tenant.manager, mine.tenant.technician]) {
    assert.equal((await server.call('POST', '/api/admin/data-export', { token })).json.code, 'FORBIDDEN')
    assert.equal(
      (await server.call('GET', `/api/admin/data-export/${done.id}`, { token })).json.code,
      'FORBIDDEN',
    )
  }
  const foreign = await look(theirs.tenant, done.id)
  assert.equal(foreign.json.code, 'NOT_FOUND')
  assert.equal(foreign.text, (await look(theirs.tenant, theirs.taskId)).text)
})

test('A second start joins the export in progress, and both people are emailed; the file is never emailed', async () => {
  const second = await mine.tenant.person(['ADMIN'])
  const before = server.mails.length
  const [first, joined] = [
    await start(mine.tenant),
    await server.call<DataExport>('POST', '/api/admin/data-export', { token: second.token }),
  ]
  assert.equal(first.json.data.id, joined.json.data.id)
  await server.drain()
  const mails = server.mails.slice(before).filter(({ subject }) => subject === 'Your export is ready')
  assert.deepEqual(mails.map(({ to }) => to).sort(), [mine.tenant.admin.email, second.email].sort())
  for (const { text, html } of mails) {
    assert.ok(text.includes('/app/data'))
    assert.ok(!text.includes('/exports/') && !html.includes('/exports/'))
  }
  const events = await owner(
    "select from event where tenant_id = $1 and type = 'export.ready' and payload->>'exportId' = $2",
    [mine.tenant.id, first.json.data.id],
  )
  assert.equal(events.length, 1)
})

test('Twenty starts at the same time create one export', async () => {
  const tenant = await createTenant(server)
  const locker = new pg.Client({ connectionString: server.database.url })
  await locker.connect()
  // An export that ends before the last start would rightly be followed by a second one.
  await locker.query(`begin; lock table ${exportKinds.at(-1)?.table} in access exclusive mode`)
  const replies = await Promise.all(Array.from({ length: 20 }, () => start(tenant)))
  await locker.end()
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [202])
  assert.equal(new Set(replies.map(({ json }) => json.data.id)).size, 1)
  await server.drain()
})

test('The URL of an export lives 15 minutes, works without a session, and downloads an attachment', async () => {
  const done = await exported(mine.tenant)
  const reply = await download(done.url)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'application/zip')
  assert.match(
    reply.headers.get('content-disposition') ?? '',
    /^attachment; filename="wellkept-tenant-[0-9a-f-]{36}-\d{4}-\d\d-\d\d\.zip"$/,
  )
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  const head = await server.call('HEAD', new URL(done.url ?? '').pathname)
  assert.equal(head.headers.get('content-length'), String(done.size))
  const key = new URL(done.url ?? '').pathname.replace('/exports/', '')
  const [sealed = '', expires = '', mac = ''] = key.split('.')
  const other = platform.keys.seal('export', theirs.tenant.id, done.id)
  for (const wrong of [
    '',
    'x',
    sealed,
    `${sealed}.${expires}`,
    `${sealed}.${(Number.parseInt(expires, 36) + 60_000).toString(36)}.${mac}`,
    `${other}.${expires}.${mac}`,
    `${key}x`,
    `${platform.keys.seal('file', mine.tenant.id, done.id)}.${expires}.${mac}`,
  ])
    assert.equal((await server.call('GET', `/exports/${wrong}`)).status, 404, wrong)
  server.clock.advance(15 * 60_000 + 1000)
  assert.equal((await download(done.url)).status, 404)
  const { token } = await mine.tenant.person(['ADMIN'])
  const again = await server.call<DataExport>('GET', `/api/admin/data-export/${done.id}`, { token })
  assert.equal((await download(again.json.data.url)).status, 200)
})

test('A week later the export has no URL, its file is deleted, and old URLs do not work', async () => {
  const tenant = await createTenant(server)
  const done = await exported(tenant)
  assert.ok((await files()).includes(`${done.id}-1.zip`))
  const waits = new Date(done.expiresAt ?? 0).getTime() - server.clock.now().getTime()
  assert.ok(waits > 6.9 * 86_400_000 && waits <= 7 * 86_400_000)
  server.clock.advance(waits + 1000)
  const fresh = await tenant.person(['ADMIN'])
  const over = await server.call<DataExport>('GET', `/api/admin/data-export/${done.id}`, {
    token: fresh.token,
  })
  assert.equal(over.json.data.state, 'DONE')
  assert.equal(over.json.data.url, null)
  await server.built.worker?.runCronJob('expire-exports')
  assert.ok(!(await files()).includes(`${done.id}-1.zip`))
})

test('A newer export replaces the one before, so that a tenant has one file', async () => {
  const tenant = await createTenant(server)
  const [first, second] = [await exported(tenant), await exported(tenant)]
  assert.equal((await download(first.url)).status, 404)
  assert.equal((await look(tenant, first.id)).json.data.url, null)
  assert.equal((await download(second.url)).status, 200)
  await server.built.worker?.runCronJob('expire-exports')
  const kept = await files()
  assert.ok(!kept.includes(`${first.id}-1.zip`) && kept.includes(`${second.id}-1.zip`))
})

test('A read-only tenant can export its data', async () => {
  const tenant = await createTenant(server)
  await owner("update tenant set state = 'SUSPENDED' where id = $1", [tenant.id])
  const fresh = await tenant.person(['ADMIN'])
  const refused = await server.call('POST', '/api/admin/buildings', {
    token: fresh.token,
    body: { name: 'x' },
  })
  assert.equal(refused.json.code, 'FORBIDDEN')
  const started = await server.call('POST', '/api/admin/data-export', { token: fresh.token })
  assert.equal(started.status, 202, started.text)
  await server.drain()
})

test('The same Idempotency-Key returns the same export again', async () => {
  const tenant = await createTenant(server)
  const headers = { 'idempotency-key': 'one-export' }
  const first = await start(tenant, headers)
  await server.drain()
  assert.equal((await start(tenant, headers)).json.data.id, first.json.data.id)
})

test('Five thousand tasks are exported in order, each once, and a lost photo is named in the manifest', async () => {
  const filled = await fillTenant(server, 'Yarrow')
  await owner(
    `insert into task (tenant_id, id, number, title, source, created_at, updated_at)
     select $1, gen_random_uuid(), 1000 + n, 'Task ' || n, 'MANUAL', now(), now() from generate_series(1, 5000) n returning 1`,
    [filled.tenant.id],
  )
  const [photo] = await owner<{ id: string; file_key: string }>(
    'select id, file_key from upload where tenant_id = $1 and task_id is not null',
    [filled.tenant.id],
  )
  assert.ok(photo)
  await platform.storage.remove(photo.file_key)
  const fresh = await filled.tenant.person(['ADMIN'])
  const started = await server.call<DataExport>('POST', '/api/admin/data-export', { token: fresh.token })
  await server.drain()
  const done = await server.call<DataExport>('GET', `/api/admin/data-export/${started.json.data.id}`, {
    token: fresh.token,
  })
  const zip = unzip((await download(done.json.data.url)).bytes)
  const ids = linesOf(zip, 'tasks').map(({ id }) => id as string)
  assert.ok(ids.length > 5000)
  assert.deepEqual(ids, [...new Set(ids)].sort())
  assert.deepEqual(JSON.parse(String(zip.get('manifest.json'))).missing, [`files/${photo.id}.jpg`])
})
