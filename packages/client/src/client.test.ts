import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { getQrImage } from '#contracts/admin/qr-codes.ts'
import { login } from '#contracts/auth.ts'
import { createTask, getTask, listTasks, updateTask } from '#contracts/tasks.ts'
import { type ClientSettings, createClient, type Waiting } from './client.ts'
import { ApiError } from './errors.ts'
import { createSessionStore, type TokenStore } from './session.ts'

const id = '019aa000-0000-7000-8000-000000000001'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (request: Seen, response: ServerResponse) => void

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A server that answers with `answer` and remembers what it was asked. */
const serve = async (answer: Answer): Promise<{ baseUrl: string; seen: Seen[] }> => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      seen.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const reply = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
  response.end(JSON.stringify(body))
}
const refuse = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void => reply(response, status, { success: false, error: `It is ${code}`, code }, headers)

const memoryStorage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const signedIn = (): TokenStore => {
  const tokens = createSessionStore(memoryStorage())
  tokens.write({
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    user: { id, email: 'ana@example.org', name: 'Ana', roles: ['ADMIN'] },
  })
  return tokens
}

const client = (baseUrl: string, tokens: TokenStore = signedIn(), more: Partial<ClientSettings> = {}) =>
  createClient({ baseUrl, tokens, ...more })

const rejectsWith = async (promise: Promise<unknown>, check: (error: ApiError) => void): Promise<void> => {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof ApiError)
    check(error)
    return true
  })
}

test('a list answers its items with total and pages, and filters go as one value by comma', async () => {
  const { baseUrl, seen } = await serve((_, response) =>
    reply(response, 200, { success: true, data: [{ id }], total: 41, page: 2, pageSize: 20, totalPages: 3 }),
  )
  const page = await client(baseUrl).call(listTasks, {
    query: { status: ['OPEN', 'IN_PROGRESS'], q: 'soap & water', building: [], overdue: undefined, page: 2 },
  })
  assert.equal(page.total, 41)
  assert.equal(page.totalPages, 3)
  assert.equal(page.items[0]?.id, id)
  assert.equal(seen[0]?.url, '/api/tasks?status=OPEN%2CIN_PROGRESS&q=soap%20%26%20water&page=2')
  assert.equal(seen[0]?.headers.authorization, 'Bearer access-1')
})

test('a path parameter cannot leave its place in the path', async () => {
  const { baseUrl, seen } = await serve((_, response) => refuse(response, 404, 'NOT_FOUND'))
  await rejectsWith(client(baseUrl).call(getTask, { params: { id: '../admin?x' } }), ({ code }) =>
    assert.equal(code, 'NOT_FOUND'),
  )
  assert.equal(seen[0]?.url, '/api/tasks/..%2Fadmin%3Fx')
})

test('a refusal carries code, status, details and request id', async () => {
  const { baseUrl } = await serve((_, response) =>
    reply(response, 400, {
      success: false,
      error: 'body.title: too long',
      code: 'VALIDATION_ERROR',
      details: [{ path: 'body.title', message: 'too long' }],
    }),
  )
  await rejectsWith(client(baseUrl).call(createTask, { body: { title: 'x' } }), (error) => {
    assert.equal(error.code, 'VALIDATION_ERROR')
    assert.equal(error.status, 400)
    assert.deepEqual(error.details, [{ path: 'body.title', message: 'too long' }])
    assert.equal(error.requestId, 'r-1')
  })
})

test('an answer that is not ours, and no answer at all, are told apart', async () => {
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<title>Hotel Wi-Fi</title>')
  })
  await rejectsWith(client(baseUrl).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'BAD_ANSWER'),
  )
  await rejectsWith(client('http://127.0.0.1:1').call(getTask, { params: { id } }), (error) => {
    assert.equal(error.code, 'NETWORK')
    assert.equal(error.status, 0)
  })
})

test('ten calls with an expired access token refresh once and all succeed', async () => {
  const { baseUrl, seen } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh') {
      setTimeout(
        () =>
          reply(response, 200, {
            success: true,
            data: { accessToken: 'access-2', refreshToken: 'refresh-2' },
          }),
        20,
      )
    } else if (request.headers.authorization === 'Bearer access-2')
      reply(response, 200, { success: true, data: { id } })
    else refuse(response, 401, 'UNAUTHORIZED')
  })
  const tokens = signedIn()
  const { call } = client(baseUrl, tokens)
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(getTask, { params: { id } })))
  assert.equal(answers.length, 10)
  assert.equal(seen.filter(({ url }) => url === '/api/auth/refresh').length, 1)
  assert.equal(tokens.read()?.refreshToken, 'refresh-2')
  assert.equal(tokens.read()?.user.name, 'Ana')
})

test('a session that has ended is cleared and told once; the call ends as UNAUTHORIZED without a loop', async () => {
  const { baseUrl, seen } = await serve((_, response) => refuse(response, 401, 'UNAUTHORIZED'))
  const tokens = signedIn()
  let ended = 0
  const { call } = client(baseUrl, tokens, { onSessionEnded: () => ended++ })
  await Promise.all(
    [1, 2, 3].map(() =>
      rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'UNAUTHORIZED')),
    ),
  )
  assert.equal(tokens.read(), undefined)
  assert.equal(ended, 1)
  assert.equal(seen.filter(({ url }) => url === '/api/auth/refresh').length, 1)
})

test('a new token that is refused as well is not refreshed again', async () => {
  const { baseUrl, seen } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh')
      reply(response, 200, { success: true, data: { accessToken: 'a2', refreshToken: 'r2' } })
    else refuse(response, 401, 'UNAUTHORIZED')
  })
  await rejectsWith(client(baseUrl).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'UNAUTHORIZED'),
  )
  assert.equal(seen.length, 3)
})

test('when the refresh cannot be reached the session stays', async () => {
  const { baseUrl } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh') response.destroy()
    else refuse(response, 401, 'UNAUTHORIZED')
  })
  const tokens = signedIn()
  await rejectsWith(client(baseUrl, tokens).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'NETWORK'),
  )
  assert.equal(tokens.read()?.refreshToken, 'refresh-1')
})

test('a wrong password at sign-in is not answered with a refresh', async () => {
  const { baseUrl, seen } = await serve((_, response) => refuse(response, 401, 'UNAUTHORIZED'))
  await rejectsWith(
    client(baseUrl).call(login, { body: { email: 'a@b.example', password: 'x' } }),
    ({ code }) => assert.equal(code, 'UNAUTHORIZED'),
  )
  assert.equal(seen.length, 1)
  assert.equal(seen[0]?.headers.authorization, undefined)
})

test('429 is waited out with Retry-After and told as a moment, three tries at most', async () => {
  let tries = 0
  const { baseUrl, seen } = await serve((_, response) => {
    if (++tries < 3) refuse(response, 429, 'RATE_LIMITED', { 'retry-after': '0' })
    else reply(response, 200, { success: true, data: { id } })
  })
  const waits: Waiting[] = []
  await client(baseUrl, signedIn(), { onWait: (waiting) => waits.push(waiting) }).call(getTask, {
    params: { id },
  })
  assert.deepEqual(
    waits.map(({ attempt }) => attempt),
    [1, 2],
  )
  assert.equal(seen.length, 3)

  tries = -10
  await rejectsWith(client(baseUrl).call(getTask, { params: { id } }), (error) => {
    assert.equal(error.code, 'RATE_LIMITED')
    assert.equal(error.retryAfterSeconds, 0)
  })
  assert.equal(seen.length, 6)
})

test('a limit of a quarter of an hour and an integration that is not set up are told at once', async () => {
  const { baseUrl, seen } = await serve((request, response) =>
    request.method === 'GET'
      ? refuse(response, 503, 'SERVICE_UNAVAILABLE')
      : refuse(response, 429, 'RATE_LIMITED', { 'retry-after': '900' }),
  )
  await rejectsWith(client(baseUrl).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'SERVICE_UNAVAILABLE'),
  )
  await rejectsWith(client(baseUrl).call(createTask, { body: { title: 'x' } }), (error) =>
    assert.equal(error.retryAfterSeconds, 900),
  )
  assert.equal(seen.length, 2)
})

test('a POST that creates carries one Idempotency-Key over all its tries, a new one for each call', async () => {
  let tries = 0
  const { baseUrl, seen } = await serve((_, response) => {
    if (++tries === 1) refuse(response, 503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' })
    else reply(response, 201, { success: true, data: { id } })
  })
  const { call } = client(baseUrl)
  await call(createTask, { body: { title: 'x' } })
  await call(createTask, { body: { title: 'x' } })
  await call(createTask, { body: { title: 'x' } }, { idempotencyKey: 'mine' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  assert.equal(keys[0], keys[1])
  assert.notEqual(keys[1], keys[2])
  assert.match(String(keys[0]), /^[0-9a-f]{8}-/)
  assert.equal(keys[3], 'mine')
})

test('a version goes as If-Match; an ETag that still holds brings no content', async () => {
  const { baseUrl, seen } = await serve((request, response) => {
    if (request.method === 'PATCH') return refuse(response, 412, 'PRECONDITION_FAILED')
    if (request.headers['if-none-match'] === '"7-x"') {
      response.writeHead(304, { etag: '"7-x"' })
      return response.end()
    }
    return reply(response, 200, { success: true, data: { id } }, { etag: '"7-x"' })
  })
  const { call, send } = client(baseUrl)
  await rejectsWith(call(updateTask, { params: { id }, body: { title: 'y' } }, { ifMatch: 7 }), ({ code }) =>
    assert.equal(code, 'PRECONDITION_FAILED'),
  )
  assert.equal(seen[0]?.headers['if-match'], '"7"')
  const first = await send(getTask, { params: { id } })
  assert.equal(first.etag, '"7-x"')
  const second = await send(getTask, { params: { id } }, { ifNoneMatch: first.etag })
  assert.equal(second.notModified, true)
})

test('a file is its bytes with their type; its refusal is still told in words', async () => {
  const { baseUrl } = await serve((request, response) => {
    if (request.url.includes('png')) return refuse(response, 404, 'QR_NOT_CONFIGURED')
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    return response.end('<svg/>')
  })
  const { call } = client(baseUrl)
  const image = await call(getQrImage, { params: { id }, query: { format: 'svg' } })
  assert.equal(image.type, 'image/svg+xml')
  assert.equal(await image.text(), '<svg/>')
  await rejectsWith(call(getQrImage, { params: { id }, query: { format: 'png' } }), ({ code }) =>
    assert.equal(code, 'QR_NOT_CONFIGURED'),
  )
})

test('a call that is given up ends its waiting', async () => {
  const { baseUrl } = await serve((_, response) =>
    refuse(response, 429, 'RATE_LIMITED', { 'retry-after': '60' }),
  )
  const giveUp = new AbortController()
  const { call } = client(baseUrl, signedIn(), { onWait: () => giveUp.abort() })
  await assert.rejects(call(getTask, { params: { id } }, { signal: giveUp.signal }), { name: 'AbortError' })
})
