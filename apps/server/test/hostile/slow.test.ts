/** Clients that never finish: they are cut, and nobody else waits for them. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestServer } from '../server.ts'

const server = await startTestServer({ worker: false })
const port = Number(new URL(server.base).port)
const count = 1000

const hold = (first: string): Promise<{ socket: Socket; ended: Promise<number> }> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(first)
      resolve({ socket, ended })
    })
    socket.on('error', reject)
    socket.resume()
    const ended = new Promise<number>((done) => socket.on('close', () => done(performance.now() - began)))
  })

const openBody =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em'
const openHeaders = 'GET /api/status/AAAA HTTP/1.1\r\nHost: x\r\nX-Slow: '

test('A thousand connections with slow headers, slow bodies or nothing at all are cut within 20 s, and others are served as before', async () => {
  const slow = await Promise.all(
    Array.from({ length: count }, (_, index) => hold([openHeaders, openBody, 'G', ''][index % 4] ?? '')),
  )
  const trickle = setInterval(() => {
    for (const { socket } of slow.slice(0, 60)) if (socket.writable) socket.write('a')
  }, 1000)
  const times: number[] = []
  for (let round = 0; round < 100; round++) {
    const began = performance.now()
    assert.equal((await server.call('GET', '/healthz')).status, 200)
    times.push(performance.now() - began)
    await delay(20)
  }
  times.sort((a, b) => a - b)
  assert.ok((times[98] ?? 0) < 500, `p99 ${times[98]} ms`)
  const late = delay(20_000, 'late' as const, { ref: false })
  const ends = await Promise.race([Promise.all(slow.map(({ ended }) => ended)), late])
  clearInterval(trickle)
  for (const { socket } of slow) socket.destroy()
  assert.notEqual(ends, 'late', 'some were never cut')
})
