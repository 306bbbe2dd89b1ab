import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { hasOwnSpeedLimit, limitSlowBodies } from './slow-bodies.ts'

const whole = 300
const app = Fastify()
limitSlowBodies(app.server, (socket) => void socket.end('HTTP/1.1 408 Late\r\n\r\n'), whole)
app.addContentTypeParser('image/jpeg', (_request, _payload, done) => done(null))
app.post('/form', async () => 'taken')
app.get('/', async () => 'read')
app.put('/photo', async ({ raw }) => {
  hasOwnSpeedLimit.add(raw)
  let bytes = 0
  for await (const chunk of raw) bytes += (chunk as Buffer).length
  hasOwnSpeedLimit.delete(raw)
  return bytes
})
await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0

const length = 10
/** Sends ten bytes, one each time that the limit passes. */
const trickle = async (line: string, type: string): Promise<{ text: string; socket: Socket }> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  let sent = 0
  const timer = setInterval(() => {
    if (socket.writable && sent++ < length) socket.write('1')
  }, whole / 3)
  let text = ''
  for await (const chunk of socket) text += chunk
  clearInterval(timer)
  return { text, socket }
}

test('A body that arrives too slowly is cut off at its deadline, even if nobody reads it', async () => {
  assert.match((await trickle('POST /form', 'application/json')).text, /^HTTP\/1\.1 408 /)
  assert.match((await trickle('POST /nowhere', 'application/json')).text, /^HTTP\/1\.1 (404|408) /)
  assert.match((await trickle('GET /', 'application/json')).text, /^HTTP\/1\.1 200 [\s\S]*read$/)
})

test('A body with a minimum speed instead of a deadline may take longer', async () => {
  assert.match((await trickle('PUT /photo', 'image/jpeg')).text, /^HTTP\/1\.1 200 [\s\S]*10$/)
})
