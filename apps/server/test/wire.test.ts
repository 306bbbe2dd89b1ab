/** Requests that no honest client sends. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { threadTimeOf } from './cpu-time.ts'
import { startTestServer } from './server.ts'
import { createTenant } from './world.ts'

const server = await startTestServer({ worker: false })
const port = Number(new URL(server.base).port)

/** Sends raw bytes. @returns everything until the server closes or is silent for 2 s after an answer */
const raw = (bytes: string | Buffer): Promise<{ text: string; closed: boolean }> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    let closed = true
    socket.setTimeout(20_000, () => {
      closed = false
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      socket.setTimeout(2000)
    })
    socket.on('close', () => resolve({ text, closed }))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve({ text, closed }) : reject(error),
    )
    socket.write(bytes)
  })

const answers = (text: string): number => text.split('HTTP/1.1 ').length - 1
const bodyOf = (text: string): { success: boolean; code: string } =>
  JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))

/** Headers of every answer, also of one to invalid HTTP. */
const assertHeaders = (text: string, shown: string): void => {
  const head = text.slice(0, text.indexOf('\r\n\r\n') + 2)
  assert.match(head, /^x-request-id: [0-9a-f-]{36}\r$/im, shown)
  for (const line of [
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    'x-frame-options: DENY',
    'cross-origin-opener-policy: same-origin',
  ])
    assert.ok(head.includes(`${line}\r\n`), `${shown}: ${line}`)
}

test('Malformed HTTP gets one response in the envelope and the connection is closed', async () => {
  const corpus = [
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x',
    'GET / HTTP/1.1\nHost: x\n\n',
    'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n folded: 2\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(100_000)}\r\n\r\n`,
    'GARBAGE\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 2000 }, (_, index) => `X-${index}: 1\r\n`).join('')}\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\n${'a:1\r\n'.repeat(10_000)}\r\n`,
    'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\nX-A: 1\r\n\r\n',
    'GET / HTTP/1.1\rHost: x\r\r',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
    'CONNECT evil.test:80 HTTP/1.1\r\nHost: x\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ...[
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
      'Content-Length: 0\r\nTransfer-Encoding: chunked',
      'Content-Length: +5',
      'Content-Length: 0x5',
      'Content-Length: -5',
      'Content-Length: 5, 5',
      'Content-Length: 5\r\nContent-Length: 5',
      'Content-Length: 99999999999999999999999',
    ].map(
      (length) =>
        `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n0\r\n\r\nGET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`,
    ),
  ]
  for (const bytes of corpus) {
    const { text, closed } = await raw(bytes)
    const shown = JSON.stringify(bytes.slice(0, 160))
    assert.equal(answers(text), 1, shown)
    assert.ok(closed, shown)
    assert.match(text, /^HTTP\/1\.1 4(00|08|31) /, shown)
    assert.equal(bodyOf(text).success, false)
    assertHeaders(text, shown)
    assert.ok(!text.includes('FST_') && !text.includes('    at '), text)
  }
})

test('A path that is malformed, contains NUL or climbs is NOT_FOUND in the envelope', async () => {
  for (const target of [
    '/api/%',
    '/api/%zz',
    '/api/tasks/%E0%A4%A',
    '/%E0%A4%A',
    '/api/tasks/%00',
    '/api/..%2ftasks',
    '/api/tasks;x=1',
    '/api//tasks',
    '//api/tasks',
    '/api/./tasks',
    '/api/../api/tasks',
    '/API/tasks',
    '/api/Tasks',
    '/api/tasks%2f',
    '/..',
    '/files/..%2f..%2fetc%2fpasswd',
    '/app/..%2f..%2fpackage.json',
    `/api/${'x'.repeat(3000)}`,
    `/api/tasks/${'x'.repeat(3000)}`,
  ]) {
    for (const method of ['GET', 'DELETE']) {
      const { text } = await raw(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      assert.match(text, /^HTTP\/1\.1 404 /, `${method} ${target}`)
      assert.equal(bodyOf(text).code, 'NOT_FOUND', target)
      assertHeaders(text, `${method} ${target}`)
    }
  }
})

test('An unknown Expect header and an upgrade are ignored, and the response is in the envelope', async () => {
  for (const header of ['Expect: 200-ok', 'Upgrade: websocket', 'Upgrade: h2c']) {
    const { text } = await raw(
      `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\n${header}\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 401 /, header)
    assert.equal(answers(text), 1, header)
    assert.equal(bodyOf(text).code, 'UNAUTHORIZED', header)
  }
})

test('A content type other than JSON in UTF-8 is UNSUPPORTED_MEDIA_TYPE, or its body is validated', async () => {
  const send = async (header: string) => {
    const { text } = await raw(
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 17\r\nConnection: close\r\n\r\n{"email":"a@b.c"}`,
    )
    return bodyOf(text).code
  }
  const other = [
    '',
    'Content-Type: text/plain\r\n',
    'Content-Type: application/jsonx\r\n',
    'Content-Type: text/plain, application/json\r\n',
    'Content-Type: text/plain\r\nContent-Type: application/json\r\n',
    'Content-Type: application/json; charset=utf-7\r\n',
    'Content-Type: application/json;charset=utf-16\r\n',
    'Content-Type: application/json;charset=utf8x\r\n',
    'Content-Type: application/json;charset=latin1\r\n',
    'Content-Type: application/json\r\nContent-Encoding: br\r\n',
    'Content-Type: application/json\r\nContent-Encoding: gzip, identity\r\n',
  ]
  for (const header of other) assert.equal(await send(header), 'UNSUPPORTED_MEDIA_TYPE', header)
  const same = [
    'application/json\t;x',
    '   application/json',
    'Application/JSON',
    'application/json; charset=UTF-8',
    'application/json; charset=utf8',
    'application/json;charset="UTF8"; x=y',
  ]
  for (const type of same) assert.equal(await send(`Content-Type: ${type}\r\n`), 'VALIDATION_ERROR', type)
})

test('TRACE, PUT, PROPFIND, OPTIONS and a method override are NOT_FOUND', async () => {
  for (const method of ['TRACE', 'PUT', 'PROPFIND', 'OPTIONS', 'MKCOL']) {
    const { text } = await raw(
      `${method} /api/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 404 /, method)
    assertHeaders(text, method)
  }
  assert.equal(
    (await server.call('GET', '/api/auth/logout', { headers: { 'x-http-method-override': 'POST' } })).status,
    404,
  )
  const app = 'https://app.example.com'
  const open = await startTestServer({ worker: false, env: { CORS_ORIGINS: app } })
  const options = (origin: string, headers: Record<string, string>) =>
    open.call('OPTIONS', '/api/tasks', { headers: { origin, ...headers } })
  const asks = { 'access-control-request-method': 'POST' }
  assert.equal((await options(app, asks)).status, 204)
  assert.match((await options(app, asks)).headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  // Returns what a page of that origin can read; one of another origin can read nothing.
  const exposed = async (origin: string): Promise<string | null> => {
    const { headers } = await open.call('GET', '/api/tasks', { headers: { origin } })
    return headers.get('access-control-expose-headers')
  }
  const names = (await exposed(app))?.split(', ') ?? []
  for (const name of ['ETag', 'Retry-After', 'RateLimit', 'X-Request-Id', 'Content-Disposition'])
    assert.ok(names.includes(name), name)
  assert.equal(await exposed('https://evil.test'), null)
  for (const refused of [await options(app, {}), await options('https://evil.test', asks)]) {
    assert.equal(refused.status, 404)
    assert.equal(refused.json.code, 'NOT_FOUND')
  }
})

test('A compressed body is UNSUPPORTED_MEDIA_TYPE and never decompressed', async () => {
  const right = Buffer.from('{"email":"a@example.com","password":"x"}')
  // Half a megabyte that would unpack to half a gigabyte; joined from parts, since compressing all of it would take
  // seconds.
  const part = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '), { level: 9 })
  const bomb = Buffer.concat(Array<Buffer>(64).fill(part))
  for (const [encoding, body] of [
    ['gzip', gzipSync(right)],
    ['deflate', deflateSync(right)],
    ['br', brotliCompressSync(right)],
    ['gzip', bomb],
    ['gzip, identity', bomb],
    ['x-gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0])],
  ] as const) {
    const before = process.memoryUsage.rss()
    const reply = await server.call('POST', '/api/auth/login', {
      body,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    })
    assert.equal(reply.json.code, 'UNSUPPORTED_MEDIA_TYPE', encoding)
    assert.ok(process.memoryUsage.rss() - before < 64 * 1024 * 1024, encoding)
  }
})

test('X-Request-Id is generated, or taken from a trusted proxy if it has 8 to 64 plain characters', async () => {
  const ask = async (to: typeof server, id: string) =>
    (await to.call('GET', '/api/nothing', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  for (const id of ['<script>', 'x'.repeat(10_000), 'short', 'x'.repeat(65), 'a b c d e f g'])
    assert.match((await ask(server, id)) ?? '', /^[0-9a-f-]{36}$/, id)
  for (const line of [
    'id-of-the-proxy_1\r\n folded: 1',
    'id-of-\rthe-proxy',
    'id-of-\nthe-proxy',
    'id-of-\u0000-proxy',
  ]) {
    const { text } = await raw(
      `GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${line}\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 400 /, JSON.stringify(line))
    assert.match(text, /^x-request-id: [0-9a-f-]{36}\r$/im, JSON.stringify(line))
  }
  const twice = await raw(
    'GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: id-of-the-proxy_1\r\nX-Request-Id: id-of-the-proxy_2\r\n\r\n',
  )
  assert.match(twice.text, /^x-request-id: [0-9a-f-]{36}\r$/im)
  assert.equal(await ask(server, 'id-of-the-proxy_1'), 'id-of-the-proxy_1')
  const open = await startTestServer({ worker: false, env: { TRUST_PROXY: '' } })
  assert.match((await ask(open, 'id-of-the-proxy_1')) ?? '', /^[0-9a-f-]{36}$/)
})

test('Every response has the security headers; another origin gets no CORS header', async () => {
  for (const origin of ['null', 'https://evil.test', 'http://localhost:3000.evil.test']) {
    const reply = await server.call('GET', '/api/auth/me', { headers: { origin } })
    assert.equal(reply.headers.get('access-control-allow-origin'), null)
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(reply.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(reply.headers.get('cache-control'), 'no-store')
  }
})

test('A configured origin is allowed, without credentials; one that only resembles it is not', async () => {
  const app = 'https://app.example.com'
  const open = await startTestServer({ worker: false, env: { CORS_ORIGINS: app } })
  const allowed = async (origin: string) => {
    const reply = await open.call('GET', '/api/auth/me', { headers: { origin } })
    assert.equal(reply.headers.get('access-control-allow-credentials'), null)
    return reply.headers.get('access-control-allow-origin')
  }
  assert.equal(await allowed(app), app)
  for (const origin of [
    'null',
    'https://app.example.com.evil.test',
    'https://evilapp.example.com',
    'https://evil.test/https://app.example.com',
    'http://app.example.com',
    'https://app.example.com:444',
    'https://app.example.com, https://evil.test',
    'HTTPS://APP.EXAMPLE.COM',
  ])
    assert.equal(await allowed(origin), null, origin)
})

test('A body of one byte more than 1 MiB is PAYLOAD_TOO_LARGE; one of many thousand parts is refused within 1 s, 50,000 levels within 50 ms', async () => {
  const login = (body: string) => server.call('POST', '/api/auth/login', { body })
  // Valid except for an ignored field: without the limits it would be UNAUTHORIZED.
  const beside = (value: string) => `{"email":"a@example.com","password":"x","more":${value}}`
  const empty = beside('""').length
  const sized = (bytes: number) => beside(`"${'x'.repeat(bytes - empty)}"`)
  assert.equal((await login(sized(1024 * 1024))).json.code, 'UNAUTHORIZED')
  const tooLarge = await login(sized(1024 * 1024 + 1))
  assert.equal(tooLarge.status, 413)
  assert.equal(tooLarge.json.code, 'PAYLOAD_TOO_LARGE')
  const fields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1])))
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  for (const [name, atMost, body] of [
    ['50,000 levels', 50, nested],
    ['50,000 levels in a field', 50, beside(nested)],
    ['100,000 fields', 1000, beside(fields(100_000))],
    ['1,001 fields', 1000, beside(fields(1001))],
    ['60,000 items', 1000, beside(JSON.stringify(Array(60_000).fill(1)))],
  ] as const) {
    let fastest = Number.POSITIVE_INFINITY
    // CPU time of this thread, and the least of several, since the machine may be busy.
    for (let attempt = 0; attempt < 10 && fastest > atMost; attempt++) {
      const taken = await threadTimeOf(async () =>
        assert.equal((await login(body)).json.code, 'VALIDATION_ERROR', name),
      )
      fastest = Math.min(fastest, taken)
    }
    assert.ok(fastest <= atMost, `${name}: ${fastest} ms`)
  }
})

test('JSON with a byte order mark or a repeated key is read as by JSON.parse: the last value counts', async () => {
  const login = async (emails: string) =>
    (await server.call('POST', '/api/auth/login', { body: `\ufeff{${emails},"password":"x"}` })).json.code
  assert.equal(await login('"email":"none","email":"last@example.com"'), 'UNAUTHORIZED')
  assert.equal(await login('"email":"first@example.com","email":"none"'), 'VALIDATION_ERROR')
  assert.equal(await login('"email":"first@example.com","\\u0065mail":"none"'), 'VALIDATION_ERROR')
})

test('An address without Latin letters, with a header in it, or longer than 254 is VALIDATION_ERROR', async () => {
  for (const email of [
    'a@x.de\r\nBcc: b@y.de',
    '"a b"@x',
    `${'a'.repeat(320)}@example.com`,
    'a@b',
    '',
    'a'.repeat(50_000),
  ]) {
    const reply = await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', email.slice(0, 20))
  }
})

test('Prototype keys in a body or a query change nothing', async () => {
  const { admin } = await createTenant(server)
  // Without the one field each would be accepted.
  for (const field of ['"constructor":{"prototype":{"polluted":1}}', '"__proto__":{"polluted":1}']) {
    const body = `{"name":"x",${field}}`
    const reply = await server.call('POST', '/api/admin/buildings', { token: admin.token, body })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', body)
  }
  for (const query of [
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    '__proto__=1',
    'constructor[prototype][polluted]=1',
    'constructor.prototype.polluted=1',
    '%5f_proto__[polluted]=1',
  ]) {
    const asked = await server.call('GET', `/api/admin/buildings?${query}`, { token: admin.token })
    assert.equal(asked.json.code, 'VALIDATION_ERROR', query)
  }
  assert.equal(({} as { polluted?: number }).polluted, undefined)
})

test('Without a trusted proxy a caller cannot choose the address that rate limits count by', async () => {
  const direct = await startTestServer({ worker: false, limits: 'spec', env: { TRUST_PROXY: '' } })
  const attempt = (index: number) =>
    direct.call('POST', '/api/auth/register', { body: {}, from: `203.0.113.${index}` })
  const statuses = []
  for (let index = 0; index < 11; index++) statuses.push((await attempt(index)).status)
  assert.equal(statuses.at(-1), 429)
})

test('A request aborted half way leaves the server unchanged', async () => {
  for (let index = 0; index < 20; index++) {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":',
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    socket.destroy()
  }
  assert.equal((await server.call('GET', '/readyz')).status, 200)
})
