/** Uploads in progress: used tickets, and bodies that stop or trickle. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)

/** Noise does not compress, so the photo has some hundred kilobytes. */
const bytes = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
  .jpeg({ quality: 95 })
  .toBuffer()

const ticket = async (): Promise<Upload> => {
  const reply = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode: place.qrCode, contentType: 'image/jpeg', size: bytes.length },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const put = (upload: Upload, from = '203.0.113.9') =>
  server.call('PUT', new URL(upload.url).pathname, {
    body: bytes,
    headers: { 'content-type': 'image/jpeg' },
    from,
  })

/** Starts a PUT whose body stops once the server has started to read it; `rest` sends what is missing. */
const begin = async (upload: Upload, from: string, sent: number) => {
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `PUT ${new URL(upload.url).pathname} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: image/jpeg\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, sent))
  const answer = (async () => {
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (text.endsWith('}')) break
    }
    return text
  })().catch(() => '')
  const id = server.built.platform.keys.unseal('upload', upload.key)?.id
  for (let used = false; !used; await delay(20)) {
    const [row] = await tenant.inside((ctx) =>
      ctx.run<{ used: boolean }>(
        'select used_at is not null as used from upload where tenant_id = $1 and id = $2',
        [ctx.tenantId, id],
      ),
    )
    used = row?.used ?? false
  }
  return { answer, rest: () => void socket.write(bytes.subarray(sent)), drop: () => void socket.destroy() }
}

test('A ticket is used up by its first use: a second one is UNAUTHORIZED at once, also while the first is in progress', async () => {
  const upload = await ticket()
  const first = await begin(upload, '203.0.113.1', bytes.length - 1)
  assert.equal((await put(upload)).json.code, 'UNAUTHORIZED')
  first.rest()
  assert.match(await first.answer, /^HTTP\/1\.1 200 /)
  assert.equal((await put(upload)).json.code, 'UNAUTHORIZED')
})

test('Stalled uploads block nobody else, and an address may have eight of them', async () => {
  const from = '203.0.113.2'
  const tickets = await Promise.all(Array.from({ length: 8 }, () => ticket()))
  // Nearly the whole body, so that no upload is aborted as too slow during this test.
  const half = await Promise.all(tickets.map((upload) => begin(upload, from, bytes.length - 1)))
  const next = await ticket()
  const ninth = await put(next, from)
  assert.equal(ninth.json.code, 'RATE_LIMITED')
  assert.ok(Number(ninth.headers.get('retry-after')) >= 1)
  assert.equal((await put(await ticket(), '203.0.113.3')).status, 200)
  for (const { drop } of half) drop()
  let last = ninth
  while (last.status === 429) last = await put(next, from)
  assert.equal(last.status, 200, 'places are free again, and what was refused for want of one may come again')
})

test('JSON is not parsed: such a PUT is UNAUTHORIZED before any of its body arrives, however large or deep', async () => {
  const upload = await ticket()
  for (const { pathname } of [new URL('/upload/x', server.base), new URL(upload.url)]) {
    for (const body of [
      '['.repeat(1000),
      JSON.stringify(Array(60_000).fill(0)),
      JSON.stringify('x'.repeat(1024 * 1024)),
    ]) {
      const reply = await server.call('PUT', pathname, {
        body,
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(reply.json.code, 'UNAUTHORIZED', `${pathname} ${body.slice(0, 9)}`)
    }
    // Sends no byte of the body.
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n`,
    )
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (text.endsWith('}')) break
    }
    assert.match(text, /^HTTP\/1\.1 401 /)
  }
  assert.equal((await put(upload)).status, 200, 'none of it has spent the ticket')
})

test('An upload that is too slow is aborted with a hint to retry, and its ticket is used up', async () => {
  const upload = await ticket()
  const slow = await begin(upload, '203.0.113.4', 100)
  const answer = await slow.answer
  assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*was sent too slowly/i)
  assert.match(answer, /\r\nretry-after: 60\r\n/i)
  assert.equal((await put(upload)).json.code, 'UNAUTHORIZED')
})
