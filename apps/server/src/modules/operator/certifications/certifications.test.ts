import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import { eventsOf } from '#server/modules/tasks/testing/test-tasks.ts'
import { daysAfter, localDay } from '#server/platform/local-day.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer()
const day = 86_400_000
const kind = 'operator.certification_expiring'

const inDays = (days: number): string => daysAfter(localDay(server.clock.now(), 'Europe/Berlin'), days)

const withOperator = async () => {
  const tenant = await createTenant(server)
  const { id } = await makeOperator(server, tenant, { skills: ['LIFT'] })
  return { tenant, id, ...operatorCalls(server, tenant) }
}

test('A certification is VALID, EXPIRING from 30 days before its last day, and then EXPIRED', async () => {
  const { id, certify } = await withOperator()
  const reply = await certify(id, {
    certifications: [
      { name: 'A', validUntil: inDays(-1) },
      { name: 'B', validUntil: inDays(0) },
      { name: 'C', skill: 'LIFT', validUntil: inDays(30) },
      { name: 'D', validUntil: inDays(31) },
      { name: 'E' },
    ],
  })
  assert.deepEqual(
    reply.json.data.certifications.map(({ name, state }) => [name, state]),
    [
      ['A', 'EXPIRED'],
      ['B', 'EXPIRING'],
      ['C', 'EXPIRING'],
      ['D', 'VALID'],
      ['E', 'VALID'],
    ],
    reply.text,
  )
})

test('Its expiry is announced once, 30 days before; if the date moves, at the new time', async () => {
  const { tenant, id, certify } = await withOperator()
  const events = () => eventsOf(tenant, kind)
  await certify(id, { certifications: [{ name: 'Lifts', skill: 'LIFT', validUntil: inDays(40) }] })
  await server.drain()
  assert.deepEqual(await events(), [])
  const later = inDays(50)
  await certify(id, { certifications: [{ name: 'Lifts', skill: 'LIFT', validUntil: later }] })
  const { inside } = tenant
  server.clock.advance(15 * day)
  await server.drain()
  assert.deepEqual(await events(), [], 'the old time was given up')
  server.clock.advance(6 * day)
  await server.drain()
  assert.deepEqual(await events(), [{ operatorId: id, name: 'Lifts', validUntil: later }])
  server.clock.advance(10 * day)
  await server.drain()
  assert.equal((await events()).length, 1)
  const left = await inside((ctx) =>
    ctx.run('select key from due_work where tenant_id = $1 and kind like $2', [tenant.id, 'operator.%']),
  )
  assert.deepEqual(left, [])
})

test('Saving the same set again announces nothing twice; a removed certification is not announced', async () => {
  const { tenant, id, certify } = await withOperator()
  const soon = { name: 'Lifts', validUntil: inDays(10) }
  await certify(id, { certifications: [soon, { name: 'Gone', validUntil: inDays(35) }] })
  await server.drain()
  assert.equal(
    (await eventsOf(tenant, kind)).length,
    1,
    'what expires within 30 days is announced immediately',
  )
  await certify(id, { certifications: [soon] })
  server.clock.advance(10 * day)
  await server.drain()
  assert.equal((await eventsOf(tenant, kind)).length, 1)
})

test('A proof is uploaded first and then referenced; another tenant’s key, a used one and a duplicate name are refused', async () => {
  const { tenant, id, certify } = await withOperator()
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aaa' } })
    .jpeg()
    .toBuffer()
  const proof = { contentType: 'image/jpeg', size: bytes.length }
  const ask = async (): Promise<Upload> => (await certify<Upload>(id, { proof })).json.data
  const put = (ticket: Upload) =>
    server.call('PUT', new URL(ticket.url).pathname, {
      body: bytes,
      headers: { 'content-type': 'image/jpeg' },
    })
  const named = (proofKey: string) => certify(id, { certifications: [{ name: 'Lifts', proofKey }] })
  const ticket = await ask()
  assert.equal((await named(ticket.key)).status, 400, 'its bytes have not come')
  assert.equal((await put(ticket)).status, 200)
  const kept = await named(ticket.key)
  const url = kept.json.data.certifications[0]?.proofUrl
  assert.ok(url, kept.text)
  assert.equal((await server.call('GET', new URL(url).pathname + new URL(url).search)).status, 200)
  assert.equal((await named(ticket.key)).status, 200, 'the same again')
  const other = await withOperator()
  const foreign = await other.certify(other.id, { certifications: [{ name: 'Lifts', proofKey: ticket.key }] })
  assert.equal(foreign.status, 400)
  assert.equal((await named('nonsense')).status, 400)
  const task = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Lamp' },
  })
  const unused = await ask()
  await put(unused)
  const misused = await server.call('POST', `/api/tasks/${task.json.data.id}/attachments`, {
    token: tenant.manager.token,
    body: { key: unused.key },
  })
  assert.equal(misused.status, 400, 'a photo of a certificate is none of a task')
  assert.equal((await certify(id, { certifications: [{ name: 'A' }, { name: 'A' }] })).status, 400)
  assert.equal((await certify(id, {})).status, 400)
  assert.equal((await certify(id, { certifications: [], proof })).status, 400)
  assert.equal((await certify(id, { certifications: [] })).status, 200)
  assert.notEqual((await server.call('GET', new URL(url).pathname + new URL(url).search)).status, 200)
})

const put = (ticket: Upload, body: Uint8Array<ArrayBuffer>, type: string) =>
  server.call('PUT', new URL(ticket.url).pathname, { body, headers: { 'content-type': type } })

/** The smallest PDF that readers open. */
const document = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
const pdf = 'application/pdf'

test('A proof may be a PDF: stored unchanged, served as a download only, and not cached by browsers', async () => {
  const { tenant, id, certify } = await withOperator()
  const ask = await certify<Upload>(id, { proof: { contentType: pdf, size: document.length } })
  const ticket = ask.json.data
  const stored = await put(ticket, document, pdf)
  assert.deepEqual([stored.status, stored.json.data], [200, { key: ticket.key }], stored.text)
  const logo = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { branding: { logoKey: ticket.key } },
  })
  assert.equal(logo.status, 400, 'a proof is no logo')
  const kept = await certify(id, { certifications: [{ name: 'Lifts', proofKey: ticket.key }] })
  const url = new URL(kept.json.data.certifications[0]?.proofUrl ?? '')
  const file = await fetch(server.base + url.pathname)
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), document)
  const names = ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control'] as const
  assert.deepEqual(
    names.map((name) => file.headers.get(name)),
    [pdf, 'attachment; filename="proof.pdf"', 'nosniff', 'no-store'],
  )
  assert.match(file.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/)
  await certify(id, { certifications: [] })
  assert.equal((await fetch(server.base + url.pathname)).status, 404)
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ file_key: string }>('select file_key from upload where tenant_id = $1', [tenant.id]),
  )
  const { storage } = server.built.platform
  assert.ok(await storage.get(row?.file_key ?? ''))
  await server.built.worker?.runCronJob('purge-uploads')
  assert.equal(await storage.get(row?.file_key ?? ''), undefined)
})

test('A file that only claims to be a PDF is refused, and so is a PDF where a photo is expected', async () => {
  const { tenant, id, certify } = await withOperator()
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#aaa' } })
    .jpeg()
    .toBuffer()
  const hostile: [string, Buffer][] = [
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML before a PDF', Buffer.concat([Buffer.from('<script>alert(1)</script>'), document])],
    ['a photo', photo],
    ['half a PDF', document.subarray(0, document.length - 8)],
    ['its name alone', Buffer.from('%PDF-')],
  ]
  for (const [name, bytes] of hostile) {
    const ask = await certify<Upload>(id, { proof: { contentType: pdf, size: bytes.length } })
    const refused = await put(ask.json.data, Buffer.from(bytes), pdf)
    assert.equal(refused.json.code, 'VALIDATION_ERROR', name)
    const named = await certify(id, { certifications: [{ name: 'Lifts', proofKey: ask.json.data.key }] })
    assert.equal(named.status, 400, name)
  }
  const asPhoto = await certify<Upload>(id, { proof: { contentType: 'image/jpeg', size: document.length } })
  assert.equal((await put(asPhoto.json.data, document, 'image/jpeg')).json.code, 'VALIDATION_ERROR')
  const task = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Lamp' },
  })
  const ofTask = await server.call('POST', `/api/tasks/${task.json.data.id}/attachments`, {
    token: tenant.manager.token,
    body: { contentType: pdf, size: document.length },
  })
  assert.equal(ofTask.json.code, 'VALIDATION_ERROR')
})
