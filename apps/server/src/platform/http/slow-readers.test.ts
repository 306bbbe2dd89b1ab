import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { limitSlowReaders } from './slow-readers.ts'

const megabyte = Buffer.alloc(1024 * 1024, 'a')
const answer = Buffer.alloc(48 * megabyte.length, 'a')

const app = Fastify()
limitSlowReaders(app, { stalled: 400, slowest: 64 * megabyte.length })
app.get('/', async () => answer)
app.get('/stream', async (_request, reply) =>
  reply.send(Readable.from(Array.from({ length: 48 }, () => megabyte))),
)
await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0

/** @returns both ends of a connection that sent a request */
const ask = async (path: string): Promise<{ client: Socket; served: Socket }> => {
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const [served] = await connected
  return { client, served }
}

test('A client that never reads its response is disconnected, whether the response is in memory or a stream', async () => {
  for (const path of ['/', '/stream']) {
    const { client, served } = await ask(path)
    if (!served.destroyed) await once(served, 'close')
    client.destroy()
  }
})

test('A client that reads too slowly is disconnected too if its response fills the memory', async () => {
  const { client, served } = await ask('/')
  let open = true
  served.once('close', () => {
    open = false
  })
  let read = 0
  for (; open; await delay(100)) read += (client.read(64 * 1024) as Buffer | null)?.length ?? 0
  assert.ok(read < answer.length / 2, `${read} bytes`)
  client.destroy()
})

test('A client that reads steadily gets the whole response', async () => {
  for (const path of ['/', '/stream']) {
    const { client } = await ask(path)
    let read = 0
    for await (const chunk of client) {
      read += (chunk as Buffer).length
      if (read > answer.length) break
    }
    assert.ok(read > answer.length)
  }
})
