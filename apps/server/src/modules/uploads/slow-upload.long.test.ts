/** A slow upload, which takes longer than any other request body may. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
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

const aSecond = 20 * 1024
const seconds = 20
/** Noise does not compress. */
const bytes = await sharp(randomBytes(480 * 320 * 3), { raw: { width: 480, height: 320, channels: 3 } })
  .png()
  .toBuffer()

test('A photo uploaded at 20 KiB/s for more than twenty seconds is stored', async () => {
  assert.ok(bytes.length > aSecond * seconds)
  const reply = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode: place.qrCode, contentType: 'image/png', size: bytes.length },
  })
  assert.equal(reply.status, 201, reply.text)
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk))
  const closed = once(socket, 'close')
  socket.write(
    `PUT ${new URL(reply.json.data.url).pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: image/png\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  for (let sent = 0; sent < bytes.length && answer === ''; sent += aSecond) {
    socket.write(bytes.subarray(sent, sent + aSecond))
    await delay(1000)
  }
  await closed
  assert.match(answer, /^HTTP\/1\.1 200 /)
})
