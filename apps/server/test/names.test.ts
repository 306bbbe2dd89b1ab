/** @external the order of names is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from './server.ts'
import { createTenant, type TestTenant } from './world.ts'

const server = await startTestServer({ worker: false })

interface Named {
  readonly name: string
}

const namesIn = async ({ admin }: TestTenant, path: string): Promise<string[]> => {
  const reply = await server.call<Named[]>('GET', path, { token: admin.token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.map(({ name }) => name)
}

const made = async ({ admin }: TestTenant, path: string, body: unknown): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', path, { token: admin.token, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

const asWritten = ['Raum 10', 'zebra', 'Äpfel', 'Raum 2', 'Apfel', 'Zebra', 'raum 1']
const asRead = ['Apfel', 'Äpfel', 'raum 1', 'Raum 2', 'Raum 10', 'zebra', 'Zebra']

test('Names sort naturally: ignoring case and accents first, numbers by value', async () => {
  const tenant = await createTenant(server)
  for (const name of asWritten) await made(tenant, '/api/admin/buildings', { name })
  const buildingId = await made(tenant, '/api/admin/buildings', { name: 'Äußeres' })
  for (const name of asWritten) await made(tenant, '/api/admin/amenities', { name, buildingId })
  for (const name of asWritten)
    await made(tenant, '/api/operator/companies', { name, kind: 'PROVIDER', coverage: [{}] })
  const among = (names: readonly string[]) => names.filter((name) => asWritten.includes(name))
  assert.deepEqual(among(await namesIn(tenant, '/api/admin/buildings')), asRead)
  assert.deepEqual(among(await namesIn(tenant, '/api/admin/buildings?sort=-name')), asRead.toReversed())
  assert.deepEqual(await namesIn(tenant, `/api/admin/amenities?building=${buildingId}`), asRead)
  assert.deepEqual(await namesIn(tenant, '/api/operator/companies'), asRead)
})

test('A search of places ignores case, accents and character width, and takes special characters literally', async () => {
  const tenant = await createTenant(server)
  const buildingId = await made(tenant, '/api/admin/buildings', { name: 'Café Zürich' })
  await made(tenant, '/api/admin/buildings', { name: 'Tokyo Tower' })
  for (const name of ['Büro 100%', 'Ｗashroom', 'Ελλάδα'])
    await made(tenant, '/api/admin/amenities', { name, buildingId })
  const found = (path: string, q: string) => namesIn(tenant, `/api/admin/${path}?q=${encodeURIComponent(q)}`)
  for (const q of ['cafe', 'CAFÉ', 'zurich', 'Cafe\u0301', 'ＣＡＦＥ'])
    assert.deepEqual(await found('buildings', q), ['Café Zürich'], q)
  assert.deepEqual(await found('amenities', 'buro'), ['Büro 100%'])
  assert.deepEqual(await found('amenities', 'wash'), ['Ｗashroom'])
  assert.deepEqual(await found('amenities', 'ελλαδα'), ['Ελλάδα'])
  assert.deepEqual(await found('amenities', '0%'), ['Büro 100%'])
  assert.deepEqual(await found('amenities', '0_'), [])
})
