/** A request for a tunnel is rejected; it neither ends the service nor keeps a connection open. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { withTimeout } from '#server/platform/with-timeout.ts'
import { startTestServer } from '#test/server.ts'

const server = await startTestServer({ worker: false, own: true })

/** Sends a request and resolves with its answer. `gone`: the service has closed its side. */
const askForTunnel = async (): Promise<{ client: Socket; gone: Promise<true> }> => {
  const { promise: gone, resolve: close } = Promise.withResolvers<true>()
  // No error listener here: that is the service's task.
  server.built.app.server.once('connection', (socket: Socket) => socket.once('close', () => close(true)))
  const client = connect({ port: Number(new URL(server.base).port), host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  const answered = new Promise<string>((resolve) => client.once('data', (bytes) => resolve(String(bytes))))
  client.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n')
  assert.match(await answered, /^HTTP\/1\.1 400 /)
  return { client, gone }
}

test('A client that requests a tunnel and disconnects does not stop the service', async () => {
  const { client, gone } = await askForTunnel()
  client.resetAndDestroy()
  assert.equal(await withTimeout(20_000, gone), true)
  assert.equal((await server.call('GET', '/healthz')).status, 200)
})

test('A client that requests a tunnel, sends data and disconnects leaves no connection', async () => {
  const { client, gone } = await askForTunnel()
  client.end('what nobody reads')
  assert.equal(await withTimeout(20_000, gone), true)
  client.destroy()
})
