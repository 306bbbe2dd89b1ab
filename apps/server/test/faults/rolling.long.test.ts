/**
 * Two instances behind haproxy and a worker, restarted in turn under load. ROLLING_REQUESTS sets how many requests,
 * ROLLING_RESTARTS over how many restarts they are spread (without it, as many as fit), ROLLING_READS how many visitor
 * pages are read for each four others (without it none), LONG_MINUTES for how long.
 * @alone
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contracts/kit/vocabulary.ts'
import { startTestServer } from '../server.ts'
import { freePorts, startHaproxy } from './haproxy.ts'
import { hasRedisServer, startRedisServer } from './redis-server.ts'
import { type Launched, launch, makeDataFolder, password, prepareTenant, until } from './service.ts'
import { audit, inDatabase } from './visitors.ts'

const wanted = Number(process.env.ROLLING_REQUESTS ?? 100_000)
/** undefined: one after the other */
const spreadOver = process.env.ROLLING_RESTARTS ? Number(process.env.ROLLING_RESTARTS) : undefined
const reads = Number(process.env.ROLLING_READS ?? 0)
/** Few, since two instances, their database and this test share the machine. */
const connections = 12
/** Long, since the machine may be busy with other tests. */
const startsWithinMs = 300_000
/** How long events may wait at the end without getting fewer. */
const noProgressMs = 120_000
/** Failures that are described in the message of a failed test. */
const shown = 20

/** Only brings the database; the processes are tested. */
const server = await startTestServer({ worker: false, own: true })
const redis = hasRedisServer ? await startRedisServer() : undefined
const folder = makeDataFolder()
const [proxyPort = 0, ...ports] = await freePorts(4)
const processes = new Map<number, Launched>()

const settings = {
  NODE_ENV: 'production',
  BASE_URL: 'https://feedback.example.com',
  DATABASE_URL: server.database.url,
  ...(redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {}),
  DATA_DIR: folder.path,
  SECRET: 'test-secret-of-sufficient-length-0123456789',
  MAIL_URL: `file:${folder.path}/mail`,
  TRUST_PROXY: '127.0.0.1/32',
  DEFAULT_PLAN: 'ENTERPRISE',
  LOG_LEVEL: 'error',
  RATE_LIMITS: JSON.stringify(
    Object.fromEntries(Object.keys(limits).map((name) => [name, { limit: 10_000_000, windowSeconds: 60 }])),
  ),
}

const isReady = async (port: number): Promise<boolean> =>
  (
    await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    )
  )?.status === 200

const start = async (port: number, role: 'http' | 'worker'): Promise<void> => {
  const launched = launch({ ...settings, ROLE: role, PORT: String(port) })
  processes.set(port, launched)
  const ready = await until(async () => !launched.isRunning() || (await isReady(port)), startsWithinMs)
  assert.ok(ready !== undefined && launched.isRunning(), launched.output().slice(-2000))
}
/** @returns milliseconds from the signal to the exit, which is clean */
const stop = async (port: number): Promise<number> => {
  const began = performance.now()
  processes.get(port)?.kill('SIGTERM')
  assert.deepEqual(await processes.get(port)?.ended, { code: 0, signal: null })
  return performance.now() - began
}

server.beforeEnd.push(async () => {
  for (const launched of processes.values()) {
    launched.kill('SIGKILL')
    await launched.ended
  }
})
after(async () => {
  await redis?.kill()
  folder.remove()
})

const waitingText = 'select count(*) as n from event where dispatched_at is null'

interface Sent {
  readonly status: number
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })

const send = (
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(
      `http://127.0.0.1:${proxyPort}${target}`,
      { method, agent, timeout: 20_000, headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        response.on('data', (bytes: Buffer) => (text += bytes.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer within 20 s')))
    sent.on('error', reject)
    sent.end(body)
  })

/** An address for each visitor. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

test(`Two instances behind haproxy and their worker are restarted in turn under load: of ${wanted.toLocaleString('en')} requests none fails, no report is lost`, async (context) => {
  const [first = 0, second = 0, worker = 0] = ports
  await Promise.all([start(first, 'http'), start(second, 'http'), start(worker, 'worker')])
  const proxy = await startHaproxy(proxyPort, [first, second])
  context.after(() => proxy.stop())
  const through = { url: `http://127.0.0.1:${proxyPort}` }
  const tenant = await prepareTenant(through, 20)
  let token = tenant.token
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const began = performance.now()
  let count = 0
  let refused = 0
  let busiest = 0

  /** Repeated as our clients do, where the service says that its database is slow: here it shares a busy machine. */
  const sendPatiently = async (...what: Parameters<typeof send>): Promise<Sent> => {
    for (;;) {
      const answer = await send(...what)
      if (!answer.text.includes('"SERVICE_UNAVAILABLE"')) return answer
      refused++
      busiest = Math.max(busiest, loadavg()[0] ?? 0)
      await delay(1000)
    }
  }
  const requestOf = (n: number): { sent: Promise<Sent>; expected: number } => {
    const place = tenant.places[n % tenant.places.length]
    const from = { 'x-forwarded-for': addressOf(n) }
    const kind = n % (4 + reads)
    if (kind === 0) {
      const headers = { authorization: `Bearer ${token}` }
      return { sent: sendPatiently('GET', '/api/tasks?pageSize=10', headers), expected: 200 }
    }
    if (kind === 1 || kind > 3)
      return { sent: sendPatiently('GET', `/api/feedback/amenity/${place?.qrCode}`, from), expected: 200 }
    const body = JSON.stringify({ qrCode: place?.qrCode, submissionId: randomUUID(), rating: 5 })
    return {
      sent: sendPatiently('POST', '/api/feedback', { ...from, 'content-type': 'application/json' }, body),
      expected: 201,
    }
  }
  let restarts = 0
  let isRestarting = true
  /** Keeps one connection busy until there were enough requests and the last restart has ended. */
  const keepSending = async (): Promise<void> => {
    while (count < wanted || isRestarting) {
      const n = count++
      const { sent, expected } = requestOf(n)
      const failed = (why: string): void => {
        failures.push(`${Math.round(performance.now() - began)} ms, request ${n}: ${why}`)
        if (failures.length <= shown) context.diagnostic(failures.at(-1) ?? '')
      }
      try {
        const { status, text } = await sent
        if (status !== expected) failed(`${status} ${text.slice(0, 100)}`)
        else if (status === 201) acknowledged.add((JSON.parse(text) as { data: { id: string } }).data.id)
      } catch (error) {
        failed(String(error))
      }
    }
  }
  const load = Promise.all(Array.from({ length: connections }, keepSending))
  const stopTimes: number[] = []
  for (let turn = 0; turn < 3 || count < wanted; turn++) {
    const port = ports[turn % 3] ?? 0
    const at = performance.now() - began
    stopTimes.push(await stop(port))
    await start(port, port === worker ? 'worker' : 'http')
    restarts++
    context.diagnostic(
      `restart ${restarts} of ${port === worker ? 'the worker' : `instance ${(turn % 3) + 1}`}: ${Math.round(at)} to ${Math.round(performance.now() - began)} ms, ${count} requests, ${failures.length} failed`,
    )
    // haproxy has to see it before the next one goes.
    await delay(2000)
    while (spreadOver !== undefined && count < Math.min(wanted, (restarts * wanted) / spreadOver))
      await delay(100)
    const again = await sendPatiently(
      'POST',
      '/api/auth/login',
      { 'content-type': 'application/json' },
      JSON.stringify({ email: tenant.email, password }),
    )
    assert.equal(again.status, 200, again.text)
    token = (JSON.parse(again.text) as { data: { tokens: { accessToken: string } } }).data.tokens.accessToken
  }
  isRestarting = false
  await load
  agent.destroy()
  const seconds = (performance.now() - began) / 1000
  context.diagnostic(
    `${count} requests in ${seconds.toFixed(0)} s (${Math.round(count / seconds)}/s), ${restarts} restarts, longest stop ${Math.round(Math.max(...stopTimes))} ms, ${failures.length} failed, ${refused} sent again since the database was slow, at a load of up to ${busiest.toFixed(1)}`,
  )
  assert.equal(failures.length, 0, failures.slice(0, shown).join('\n'))
  assert.ok(
    refused === 0 || busiest > 2 * cpus().length,
    'the database was slow although the machine was not busy',
  )
  assert.deepEqual(await audit(server.database.url, acknowledged), {
    lost: 0,
    feedbackWithoutEvent: 0,
    eventsWithoutFeedback: 0,
  })
  const countWaiting = async (): Promise<number> =>
    Number((await inDatabase<{ n: string }>(server.database.url, waitingText))[0]?.n)
  let waiting = await countWaiting()
  while (waiting > 0) {
    const before = waiting
    const isFewer = async (): Promise<boolean> => {
      waiting = await countWaiting()
      return waiting < before
    }
    const words = `${before} events wait although the worker runs`
    assert.ok((await until(isFewer, noProgressMs)) !== undefined, words)
  }
})
