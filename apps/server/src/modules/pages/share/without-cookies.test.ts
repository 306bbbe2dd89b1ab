import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { type Reply, startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const link = async (tenant: TestTenant, body: object = {}): Promise<NewShareLink> => {
  const reply = await server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'DASHBOARD', name: 'For the landlord', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  server.call('GET', path, { headers })

test('An updating page stays one view in browsers without cookies, also behind a password, and other pages do not', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const passIn = (text: string): string => / data-pass="([^"]+)"/.exec(text)?.[1] ?? ''
  const views = async (id: string): Promise<number> =>
    (
      await server.call<{ views: number }>('GET', `/api/sharing/links/${id}`, {
        token: tenant.admin.token,
      })
    ).json.data.views
  const embed = await link(tenant, { kind: 'EMBED', maxViews: 1 })
  const pass = passIn((await get(`/s/${embed.token}`)).text)
  for (let n = 0; n < 3; n++) {
    const again = await get(`/s/${embed.token}`, { 'share-view': pass })
    assert.deepEqual([again.status, passIn(again.text), again.headers.getSetCookie()], [200, '', []])
  }
  assert.equal(await views(embed.id), 1)
  assert.equal((await get(`/s/${embed.token}`)).status, 410, 'whoever says nothing is somebody else')
  const locked = await link(tenant, { kind: 'STATUS_BOARD', password: 'a-lamp-under-the-stairs' })
  const unlocked = await fetch(`${server.base}/s/${locked.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-dest': 'iframe' },
    body: new URLSearchParams({ password: 'a-lamp-under-the-stairs' }),
  })
  const own = passIn(await unlocked.text())
  const isOpen = async (value: string): Promise<boolean> =>
    (await get(`/s/${locked.token}`, { 'share-view': value })).text.includes('For the landlord')
  assert.deepEqual([await isOpen(own), await isOpen(pass), await isOpen('x')], [true, false, false])
  assert.equal(await views(locked.id), 1)
  await server.call('PATCH', `/api/sharing/links/${locked.id}`, {
    token: tenant.admin.token,
    body: { password: 'another-lamp-under-the-stairs' },
  })
  assert.equal(await isOpen(own), false)
  const still = await link(tenant)
  assert.equal(passIn((await get(`/s/${still.token}`)).text), '')
})
