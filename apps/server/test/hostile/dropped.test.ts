/** Clients that disconnect in the middle, and values that try to break into a header. */
import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import net from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { startTestServer } from '../server.ts'
import { createPlace, createTenant } from '../world.ts'

const logged: string[] = []
const server = await startTestServer({ worker: false, onLog: (line) => void logged.push(line) })
const port = Number(new URL(server.base).port)

/** Open files of this process without sockets, which pools may add; sockets are counted separately. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)]
      } catch {
        return []
      }
    })
    .filter((name) => name.startsWith('/') && !name.startsWith('/proc/'))
    .sort()

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.built.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const drop = async (bytes: string | Buffer, afterMs: number): Promise<void> => {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  await delay(afterMs)
  socket.resetAndDestroy()
}

test('Requests, uploads and responses aborted half way leave no connection, no file and no error', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const slot = async (): Promise<string> => {
    const reply = await server.call<{ url: string }>('POST', '/api/feedback/upload-url', {
      body: { qrCode, contentType: 'image/jpeg', size: 500_000 },
    })
    assert.equal(reply.status, 201, reply.text)
    return new URL(reply.json.data.url).pathname
  }
  const head = `Host: x\r\nAuthorization: Bearer ${tenant.admin.token}\r\n`
  const round = async (): Promise<void> => {
    const upload = `PUT ${await slot()} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 500000\r\n\r\n`
    await Promise.all(
      [0, 1, 3, 8, 20].flatMap((ms) => [
        drop(`GET /api/dashboard/overview HTTP/1.1\r\n${head}\r\n`, ms),
        drop(`GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20), ms),
        drop(
          `POST /api/tasks HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"t`,
          ms,
        ),
        drop(Buffer.concat([Buffer.from(upload), Buffer.alloc(200_000, 7)]), ms),
      ]),
    )
  }
  await round()
  await delay(500)
  const before = openFiles()
  // Connections of this test itself are kept alive.
  const kept = await connections()
  for (let index = 0; index < 5; index++) await round()
  let [left, files] = [Number.POSITIVE_INFINITY, before]
  for (let attempt = 0; attempt < 400 && (left > kept + 1 || files.length > before.length); attempt++) {
    await delay(100)
    left = await connections()
    files = openFiles()
  }
  assert.ok(left <= kept + 1, `${left} connections`)
  assert.deepEqual(files, before)
  const faults = logged.filter((line) => /"level":(50|60)/.test(line))
  assert.deepEqual(faults, [])
  const { app } = server.built.platform.databases
  // Work for a disconnected client ends properly.
  for (let attempt = 0; attempt < 400 && app.totalCount > app.idleCount; attempt++) await delay(100)
  assert.equal(app.totalCount - app.idleCount, 0, 'a connection to the database was not given back')
  // Each aborted photo has freed its slot; only a few are read at once.
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()
  const ticket = await server.call<{ url: string }>('POST', '/api/feedback/upload-url', {
    body: { qrCode, contentType: 'image/jpeg', size: photo.length },
  })
  const put = await server.call('PUT', new URL(ticket.json.data.url).pathname, {
    body: photo,
    headers: { 'content-type': 'image/jpeg' },
  })
  assert.equal(put.status, 200, put.text)
  assert.equal((await server.call('GET', '/readyz')).status, 200)
})

test('Line breaks sent by a client do not get into headers', async () => {
  const evil = 'x%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<script>'
  const paths = [
    `/q/${evil}`,
    `/t/${evil}`,
    `/status/${evil}`,
    `/${evil}`,
    `/?code=${evil}`,
    `/q?code=${evil}`,
    `/t?reference=${evil}`,
    `/t/?reference=${evil}`,
    `/privacy?from=${evil}`,
    `/upload/${evil}`,
    `/api/admin/qr-codes/${evil}/image`,
    `/api/admin/data-export/${evil}`,
    `/app/sign-in?next=${evil}`,
    `/sso/google?state=${evil}&nonce=${evil}`,
    `/sso/microsoft?state=${evil}&nonce=${evil}&challenge=${evil}`,
    `/sso/start?email=a@b.de&returnTo=/app/${evil}`,
    `/sso/${evil}/login?returnTo=/app/${evil}`,
    `/files/${evil}`,
    `/api/tasks/${evil}`,
    `/docs?${evil}`,
  ]
  for (const path of paths) {
    const reply = await server.call('GET', path, { headers: { 'x-request-id': 'x\tSet-Cookie: evil=1' } })
    assert.ok(reply.status < 500, `${path}: ${reply.status}`)
    for (const [name, value] of reply.headers)
      assert.ok(name === 'location' || !/evil/.test(value), `${path}: ${name}: ${value}`)
    assert.equal(reply.headers.get('set-cookie'), null, path)
    const location = reply.headers.get('location')
    if (location) assert.ok(location.startsWith('/') && !location.startsWith('//'), `${path} → ${location}`)
  }
})
