/** Clients that never finish are cut off, and nobody else waits for them. */
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
const answered = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

/**
 * What a connection sends first, and how long it may stay in seconds: its limit, the next check after 2 s, and some
 * tolerance.
 */
const kinds = [
  ['slow headers', openHeaders, 14],
  ['a slow body', openBody, 20],
  ['one letter', 'G', 14],
  ['nothing', '', 14],
  ['nothing after an answer', answered, 20],
] as const

test('A thousand connections with slow headers, slow bodies or no data are closed within 20 s, and others are served normally', async () => {
  const slow = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [name, first, atMost] = kinds[index % kinds.length] ?? kinds[0]
      return { name, atMost, ...(await hold(first)) }
    }),
  )
  const trickle = setInterval(() => {
    for (const { name, socket } of slow.slice(0, 60))
      if (name.includes('slow') && socket.writable) socket.write('a')
  }, 1000)
  const times: number[] = []
  for (let round = 0; round < 100; round++) {
    const began = performance.now()
    assert.equal((await server.call('GET', '/healthz')).status, 200)
    times.push(performance.now() - began)
    await delay(20)
  }
  times.sort((a, b) => a - b)
  assert.ok((times[50] ?? 0) < 500, `the median is ${times[50]} ms`)
  const late = delay(24_000, 'late' as const, { ref: false })
  const longest = new Map<string, number>()
  const ends = slow.map(async ({ name, ended }) => {
    const milliseconds = await ended
    longest.set(name, Math.max(longest.get(name) ?? 0, milliseconds / 1000))
  })
  const result = await Promise.race([Promise.all(ends), late])
  clearInterval(trickle)
  for (const { socket } of slow) socket.destroy()
  assert.notEqual(result, 'late', `some were never cut; the others after ${JSON.stringify([...longest])} s`)
  for (const [name, , atMost] of kinds)
    assert.ok((longest.get(name) ?? 0) <= atMost, `${name}: ${longest.get(name)} s`)
})

test('Clients that request much and never read are disconnected within a minute, and their buffers are freed', async () => {
  const served = new Set<Socket>()
  server.built.app.server.on('connection', (socket: Socket) => {
    served.add(socket)
    socket.once('close', () => served.delete(socket))
  })
  const ask = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)
  const deaf = Array.from({ length: 50 }, () => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(ask))
    socket.on('error', () => {})
    return socket
  })
  const began = performance.now()
  let most = 0
  while (served.size > 0 || most < deaf.length) {
    most = Math.max(most, [...served].filter(({ writableLength }) => writableLength > 0).length)
    assert.ok(performance.now() - began < 60_000, `${served.size} are open, ${most} did not read`)
    await delay(100)
  }
  for (const socket of deaf) socket.destroy()
})
