import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from './server.ts'
import { createTenant } from './world.ts'

let free = 10_000_000_000
const server = await startTestServer({ worker: false, freeBytes: async () => free })

test('Under 512 MB of free disk space writes are SERVICE_UNAVAILABLE, reads work, and writes resume by themselves', async () => {
  const { admin } = await createTenant(server)
  const write = () => server.call('POST', '/api/admin/buildings', { token: admin.token, body: { name: 'x' } })
  assert.equal((await write()).status, 201)
  free = 500_000_000
  await server.built.platform.disk.poll()
  const refused = await write()
  assert.equal(refused.status, 503)
  assert.equal(refused.json.code, 'SERVICE_UNAVAILABLE')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await server.call('GET', '/api/admin/buildings', { token: admin.token })).status, 200)
  free = 600_000_000
  await server.built.platform.disk.poll()
  assert.equal((await write()).status, 201)
})

test('On a nearly full disk an emailed link opens, and its button asks to try again later; later it works', async () => {
  const { id, manager } = await createTenant(server)
  const path = `/m/${server.built.platform.keys.seal('digest', id, manager.id)}`
  const stop = () =>
    server.call('POST', path, {
      body: 'action=stop',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const open = async () => (await server.call('GET', path)).text
  free = 500_000_000
  await server.built.platform.disk.poll()
  assert.match(await open(), /You get an email each morning/)
  const refused = await stop()
  assert.deepEqual([refused.status, /Please try again/.test(refused.text)], [503, true])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.match(await open(), /You get an email each morning/)
  free = 600_000_000
  await server.built.platform.disk.poll()
  assert.match((await stop()).text, /You get no emails from us/)
})
