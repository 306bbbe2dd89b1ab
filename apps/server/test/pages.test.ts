/** What applies to every page that people open. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from './server.ts'
import { createPlace, createTenant } from './world.ts'

const server = await startTestServer({ worker: false, env: { BASE_URL: 'https://wellkept.example' } })
const paths: string[] = [
  '/app',
  '/app/sign-in',
  '/app/register',
  '/app/welcome',
  '/app/reset',
  '/app/work',
  '/app/tasks',
  '/docs',
  '/docs/reference',
  '/docs/errors/RATE_LIMITED',
  '/sso/start',
  '/sso/nobody/login',
]

before(async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const sent = await server.call<{ trackingToken: string }>('POST', '/api/feedback', {
    body: { qrCode, rating: 2 },
  })
  const { token } = tenant.admin
  const operator = await server.call<{ id: string }>('POST', '/api/operator/operators', {
    token,
    body: { name: 'Olga' },
  })
  const task = await server.call<{ id: string }>('POST', '/api/tasks', {
    token,
    body: { title: 'Mend the lamp', assignee: { operatorId: operator.json.data.id } },
  })
  const linkId = newId(Date.now())
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into operator_task_link (tenant_id, id, task_id, operator_id, caused_at, expires_at)
       values ($1, $2, $3, $4, now(), now() + interval '1 day')`,
      [tenant.id, linkId, task.json.data.id, operator.json.data.id],
    ),
  )
  paths.push(
    `/q/${qrCode}`,
    `/status/${qrCode}`,
    `/t/${sent.json.data.trackingToken}`,
    '/q/ZZZZZZZZZZZZZZZZZZZZ',
    '/t/nothing',
    '/o/nothing',
    `/o/${server.built.platform.keys.seal('task-link', tenant.id, linkId)}`,
    '/nothing/here',
  )
})

const directives = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/)
      return [name, values] as const
    }),
  )

test('Every page has a strict content security policy and security headers, loads from this host only and sets no cookie', async () => {
  for (const path of paths) {
    const page = await server.call('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } })
    assert.ok([200, 404].includes(page.status), `${path}: ${page.status}`)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path)
    const policy = directives(page.headers.get('content-security-policy') ?? '')
    assert.deepEqual(policy.get('default-src'), ["'none'"], path)
    assert.deepEqual(policy.get('base-uri'), ["'none'"], path)
    assert.deepEqual(policy.get('frame-ancestors'), ["'none'"], path)
    assert.ok(policy.has('form-action'), path)
    // The QR code reader of the technician's page is WebAssembly.
    const own = path === '/app/work' ? ["'wasm-unsafe-eval'"] : []
    for (const [name, values] of policy)
      for (const value of values.filter((one) => name !== 'script-src' || !own.includes(one)))
        assert.match(
          value,
          /^('none'|'self'|'nonce-[\w+/=]+'|'sha256-[\w+/=]+'|data:|blob:)$/,
          `${path}: ${name} ${value}`,
        )
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer', path)
    assert.equal(page.headers.get('x-frame-options'), 'DENY', path)
    assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin', path)
    assert.match(page.headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/, path)
    assert.equal(page.headers.get('set-cookie'), null, path)
    for (const [, address = ''] of page.text.matchAll(/\s(?:src|href|action)="([^"]*)"/g))
      assert.match(
        address,
        /^(\/(?!\/)|#|data:|mailto:|tel:|https:\/\/wellkept\.example|$|\?|[\w./-]+$)/,
        `${path}: ${address}`,
      )
    assert.doesNotMatch(page.text, /\son\w+="/, path)
    for (const [, attributes = '', text = ''] of page.text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/src=|type="application\/json"/.test(attributes) || text.trim() === '') continue
      const digest = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
      assert.ok(
        policy.get('script-src')?.includes(digest),
        `${path}: an inline script that the policy does not name`,
      )
    }
  }
})

test('Pages of the team, the reference and health answer HEAD as GET, without a body', async () => {
  for (const path of [
    '/',
    ...paths.filter((one) => /^\/(app|docs)/.test(one)),
    '/app/work/sw.js',
    '/app/offline',
    '/app/work/tasks',
    '/openapi.json',
    '/healthz',
    '/readyz',
  ]) {
    const [head, page] = [await server.call('HEAD', path), await server.call('GET', path)]
    assert.equal(head.status, page.status, path)
    for (const name of ['content-type', 'cache-control', 'location', 'retry-after'])
      assert.equal(head.headers.get(name), page.headers.get(name), `${path}: ${name}`)
    assert.equal(head.text, '', path)
  }
})

test('The API reference has a curl command with credentials for each endpoint, and OpenAPI every rate limit that it consumes', async () => {
  const page = await server.call('GET', '/docs/reference')
  const lines = [...page.text.matchAll(/<pre tabindex="0">(curl -X [\s\S]*?)<\/pre>/g)].map(
    ([, line = '']) => line,
  )
  assert.equal(lines.length, endpoints.length)
  for (const [index, line] of lines.entries()) assert.doesNotMatch(line, /undefined|\/:/, String(index))
  const login = lines.find((line) => line.includes('/api/auth/login'))
  assert.match(login ?? '', /&quot;email&quot;:&quot;manager@demo.example&quot;/)
  assert.doesNotMatch(login ?? '', /Authorization/)
  assert.match(
    lines.find((line) => line.includes('/api/tasks')) ?? '',
    /Authorization: Bearer \$ACCESS_TOKEN/,
  )
  assert.match(page.text, /<form hidden data-path="\/api\/tasks" data-access="tenant">/)
  assert.doesNotMatch(page.text, /<form[^>]*data-path="\/api\/auth\/login"/)
})

test('An unknown URL is a page for browsers, and the envelope for all others', async () => {
  const page = await server.call('GET', '/nothing', {
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' },
  })
  assert.equal(page.status, 404)
  assert.match(page.text, /<html lang="de"/)
  assert.match(page.text, /Seite nicht gefunden/)
  for (const [path, accept] of [
    ['/nothing', 'application/json'],
    ['/nothing', '*/*'],
    ['/api/nothing', 'text/html'],
  ]) {
    const reply = await server.call('GET', path ?? '', { headers: { accept: accept ?? '' } })
    assert.deepEqual([reply.status, reply.json.code], [404, 'NOT_FOUND'], `${path} ${accept}`)
  }
  const sent = await server.call('POST', '/nothing', { headers: { accept: 'text/html' }, body: {} })
  assert.equal(sent.json.code, 'NOT_FOUND')
})

test('Without https the service sends no HSTS header', async () => {
  const plain = await startTestServer({ worker: false })
  assert.equal((await plain.call('GET', '/app/sign-in')).headers.get('strict-transport-security'), null)
})
