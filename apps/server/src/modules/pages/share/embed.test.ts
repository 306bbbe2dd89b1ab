import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

test('The embed element is one script under 3 KB, which any site may include and which requests nothing itself', async () => {
  for (const method of ['GET', 'HEAD']) {
    const script = await server.call(method, '/s/embed.js', {
      headers: { origin: 'https://intranet.example.com' },
    })
    assert.equal(script.status, 200)
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.match(script.headers.get('cache-control') ?? '', /^public, max-age=/)
    assert.equal(script.headers.get('access-control-allow-origin'), null)
    assert.deepEqual(script.headers.getSetCookie(), [])
    if (method === 'HEAD') continue
    assert.match(script.text, /wellkept-embed/)
    assert.doesNotMatch(script.text, /fetch\(|XMLHttpRequest|innerHTML|eval\(/)
    const size = brotliCompressSync(script.text).length
    assert.ok(size < 3000, `${size} bytes`)
  }
})

test('An embed updates itself, and after its end the allowed origins may still frame it to say so; nobody else may frame either', async () => {
  const tenant = await createTenant(server)
  await createPlace(server, tenant)
  const made = await server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'EMBED', name: 'Figures', allowedOrigins: ['https://intranet.example.com'] },
  })
  const { id, token } = made.json.data
  const read = async () => {
    const page = await server.call('GET', `/s/${token}`)
    return { ...page, policy: page.headers.get('content-security-policy') ?? '' }
  }
  const open = await read()
  assert.match(open.policy, /; frame-ancestors https:\/\/intranet\.example\.com$/)
  assert.ok(open.text.includes(`data-follow="/s/${token}/live"`))
  await server.call('DELETE', `/api/sharing/links/${id}`, { token: tenant.admin.token })
  const over = await read()
  assert.equal(over.status, 410)
  assert.ok(over.text.includes('This link no longer works') && !over.text.includes('Figures'))
  assert.match(over.policy, /; frame-ancestors https:\/\/intranet\.example\.com$/)
  const unknown = await server.call('GET', `/s/${'A'.repeat(43)}`)
  assert.match(unknown.headers.get('content-security-policy') ?? '', /; frame-ancestors 'none'$/)
})
