import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { login } from '#contracts/auth.ts'
import { getQrImage } from '#contracts/places/qr-codes.ts'
import { createTask, getTask, listTasks, updateTask } from '#contracts/tasks.ts'
import { client, closeServices, id, refuse, rejectsWith, reply, serve, signedIn } from '../test/service.ts'
import type { RetryWait } from './client.ts'

afterEach(closeServices)

test('a list returns its items with total and pages, and list filters are sent comma-separated', async () => {
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

test('a path parameter cannot escape its segment of the path', async () => {
  const { baseUrl, seen } = await serve((_, response) => refuse(response, 404, 'NOT_FOUND'))
  await rejectsWith(client(baseUrl).call(getTask, { params: { id: '../admin?x' } }), ({ code }) =>
    assert.equal(code, 'NOT_FOUND'),
  )
  assert.equal(seen[0]?.url, '/api/tasks/..%2Fadmin%3Fx')
})

test('a refusal has code, status, details and request id', async () => {
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

test('an answer of something else and no answer are different errors', async () => {
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

test('a wrong password at sign-in causes no refresh', async () => {
  const { baseUrl, seen } = await serve((_, response) => refuse(response, 401, 'UNAUTHORIZED'))
  await rejectsWith(
    client(baseUrl).call(login, { body: { email: 'a@b.example', password: 'x' } }),
    ({ code }) => assert.equal(code, 'UNAUTHORIZED'),
  )
  assert.equal(seen.length, 1)
  assert.equal(seen[0]?.headers.authorization, undefined)
})

test('429 is retried after Retry-After with a notice, three attempts at most', async () => {
  let tries = 0
  const { baseUrl, seen } = await serve((_, response) => {
    if (++tries < 3) refuse(response, 429, 'RATE_LIMITED', { 'retry-after': '0' })
    else reply(response, 200, { success: true, data: { id } })
  })
  const waits: RetryWait[] = []
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

test('a limit of a quarter of an hour and a missing integration are thrown at once', async () => {
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

test('a POST that creates has one Idempotency-Key for all attempts, and a new one for each call', async () => {
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

test('a version is sent as If-Match; a matching ETag returns no content', async () => {
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

test('a file is returned as bytes with their type; its refusal is still an error with a message', async () => {
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

test('aborting a call ends its waiting', async () => {
  const { baseUrl } = await serve((_, response) =>
    refuse(response, 429, 'RATE_LIMITED', { 'retry-after': '60' }),
  )
  const giveUp = new AbortController()
  const { call } = client(baseUrl, signedIn(), { onWait: () => giveUp.abort() })
  await assert.rejects(call(getTask, { params: { id } }, { signal: giveUp.signal }), { name: 'AbortError' })
})

test('a request without an answer, or with an interrupted one, fails and can be repeated', async () => {
  let tries = 0
  const { baseUrl } = await serve((_, response) => {
    if (++tries === 1) return
    if (tries > 2) return reply(response, 200, { success: true, data: { id } })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"success":')
  })
  const { call } = client(baseUrl, signedIn(), { answerSeconds: 0.05 })
  for (const _ of [1, 2])
    await rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'NETWORK'))
  const patient = client(baseUrl)
  assert.equal((await patient.call(getTask, { params: { id } })).id, id)
})
