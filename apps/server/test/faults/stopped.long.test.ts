/** SIGTERM once and twice, a folder and a port in use, and wrong settings. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  databaseUrlOf,
  isAlive,
  launch,
  makeDataFolder,
  postmasterPid,
  prepareTenant,
  type Service,
  startService,
  until,
} from './service.ts'

const folder = makeDataFolder()
const common = {
  DATA_DIR: folder.path,
  SECRET: 'a secret of more than thirty-two characters',
  DEFAULT_PLAN: 'ENTERPRISE',
  TRUST_PROXY: '127.0.0.1/32',
}
const services: Service[] = []
const start = async (
  env: Record<string, string>,
  nodeArguments: readonly string[] = [],
): Promise<Service> => {
  const service = await startService(env, nodeArguments)
  services.push(service)
  return service
}

after(async () => {
  for (const service of services) {
    if (service.isRunning()) service.kill('SIGKILL')
    await service.ended
  }
  folder.remove()
})

interface Half {
  /** sends the rest and resolves with the whole answer */
  finish(): Promise<string>
  readonly socket: Socket
}

/** A submission whose headers have arrived but whose body has not. */
const beginSubmission = async (service: Service, qrCode: string, visitor: number): Promise<Half> => {
  const body = JSON.stringify({ qrCode, rating: 4 })
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST /api/feedback HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.9.0.${visitor}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  return {
    socket,
    finish: async () => {
      socket.write(body.slice(10))
      await Promise.race([closed, until(() => answer.includes('"success"'), 5000)])
      return answer
    },
  }
}

/** When this is answered, earlier data has been read. */
const arrived = async (service: Service): Promise<void> => {
  for (let times = 0; times < 3; times++)
    await (await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } })).text()
}

let qrCode = ''

test('SIGTERM: requests in flight finish, the service exits with 0 within 10 s, and PostgreSQL is gone', async () => {
  const service = await start(common)
  qrCode = (await prepareTenant(service, 1)).places[0]?.qrCode ?? ''
  const postgres = postmasterPid(folder.path)
  assert.ok(postgres !== undefined && isAlive(postgres))
  const halves = await Promise.all(
    Array.from({ length: 8 }, (_, index) => beginSubmission(service, qrCode, index)),
  )
  await arrived(service)
  const began = performance.now()
  service.kill('SIGTERM')
  await delay(300)
  const answers = await Promise.all(halves.map((half) => half.finish()))
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 201 /)
  assert.deepEqual(await service.ended, { code: 0, signal: null })
  assert.ok(performance.now() - began < 10_000)
  assert.equal(isAlive(postgres), false)
})

test('in production, SIGTERM: not ready at once, still answering for 3 s, then no new connections', async () => {
  const service = await start({
    ...common,
    NODE_ENV: 'production',
    BASE_URL: 'https://feedback.example.com',
    LOG_LEVEL: 'info',
  })
  const began = performance.now()
  service.kill('SIGTERM')
  const status = async (target: string): Promise<number> => {
    try {
      return (await fetch(service.url + target, { headers: { connection: 'close' } })).status
    } catch {
      return 0
    }
  }
  assert.ok((await until(async () => (await status('/readyz')) === 503, 5000)) !== undefined)
  await delay(1000)
  assert.equal(await status('/healthz'), 200)
  assert.equal(await status('/readyz'), 503)
  const refusedAfter = await until(async () => (await status('/healthz')) === 0, 5000)
  assert.ok(refusedAfter !== undefined && performance.now() - began > 2900)
  assert.deepEqual(await service.ended, { code: 0, signal: null })
  assert.ok(performance.now() - began < 10_000)
})

test('in production, SIGTERM: slow readers, slow uploads and a hanging job do not delay it: it exits with 0 within 10 s', async () => {
  const secret = 'a-system-secret-of-more-than-thirty-two-characters'
  const service = await start({
    ...common,
    NODE_ENV: 'production',
    BASE_URL: 'https://feedback.example.com',
    SYSTEM_SECRET: secret,
  })
  const holder = new pg.Client({ connectionString: databaseUrlOf(folder.path, 'superuser') })
  holder.on('error', () => {})
  await holder.connect()
  // Locks the tables that the job `retention` deletes from, for as long as needed.
  await holder.query('begin; lock table event_handled in access exclusive mode')
  const job = fetch(`${service.url}/api/system/jobs/retention/run`, {
    method: 'POST',
    headers: { 'x-system-secret': secret },
  }).catch(() => {})
  const hangs = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%event_handled%'`
  const monitor = new pg.Client({ connectionString: databaseUrlOf(folder.path, 'superuser') })
  monitor.on('error', () => {})
  await monitor.connect()
  assert.ok((await until(async () => (await monitor.query(hangs)).rowCount === 1, 20_000)) !== undefined)
  const reader = connect(Number(new URL(service.url).port), '127.0.0.1')
  reader.on('error', () => {})
  reader.pause()
  reader.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100))
  const sips = setInterval(() => void reader.read(1000), 100)
  const half = await beginSubmission(service, qrCode, 220)
  await arrived(service)
  const began = performance.now()
  service.kill('SIGTERM')
  assert.deepEqual(await service.ended, { code: 0, signal: null })
  assert.ok(performance.now() - began < 10_000)
  clearInterval(sips)
  reader.destroy()
  half.socket.destroy()
  await Promise.all([job, holder.end().catch(() => {}), monitor.end().catch(() => {})])
})

test('a second start on a data folder in use says so and exits with 1; a second SIGTERM ends the first at once', async () => {
  const service = await start(common)
  const postgres = postmasterPid(folder.path)
  assert.ok(postgres !== undefined)

  const second = launch(common)
  assert.deepEqual(await second.ended, { code: 1, signal: null })
  assert.match(second.output(), /is in use by process \d+/)
  assert.ok(service.isRunning() && isAlive(postgres))
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)

  const half = await beginSubmission(service, qrCode, 200)
  await arrived(service)
  service.kill('SIGTERM')
  assert.ok((await until(() => service.output().includes('"Stopping"'), 20_000)) !== undefined)
  await delay(400)
  assert.ok(service.isRunning(), 'a request in flight is waited for')
  const again = performance.now()
  service.kill('SIGTERM')
  assert.deepEqual(await service.ended, { code: 1, signal: null })
  assert.ok(performance.now() - again < 5000)
  half.socket.destroy()
  assert.ok((await until(() => !isAlive(postgres), 20_000)) !== undefined, 'PostgreSQL is still there')
})

test('an unhandled error: the service shuts down and exits with 1, so that its supervisor restarts it', async () => {
  const fault = "process.once('SIGUSR2', () => void Promise.reject(new Error('on purpose')))"
  const service = await start(common, ['--import', `data:text/javascript,${encodeURIComponent(fault)}`])
  const postgres = postmasterPid(folder.path)
  assert.ok(postgres !== undefined)
  service.kill('SIGUSR2')
  assert.deepEqual(await service.ended, { code: 1, signal: null })
  assert.match(service.output(), /Unhandled error; stopping/)
  assert.equal(isAlive(postgres), false)
})

test('SIGTERM to every process, as systemd sends it, while npm start forwards its own, counts as one', async () => {
  const service = await start(common)
  const half = await beginSubmission(service, qrCode, 210)
  await arrived(service)
  service.kill('SIGTERM')
  assert.ok((await until(() => service.output().includes('"Stopping"'), 20_000)) !== undefined)
  service.kill('SIGTERM')
  await delay(100)
  assert.match(await half.finish(), /^HTTP\/1\.1 201 /)
  assert.deepEqual(await service.ended, { code: 0, signal: null })
})

test('a used port and a foreign host are reported by their settings, and PostgreSQL has stopped', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  for (const [env, text] of [
    [{ PORT: port }, `PORT ${port} of HOST 127.0.0.1 is taken by another program; set PORT to one that is`],
    [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is not an address of this machine'],
  ] as const) {
    const launched = launch({ ...common, ...env })
    assert.deepEqual(await launched.ended, { code: 1, signal: null })
    const isLogged = await until(() => launched.output().includes(text), 5000)
    assert.ok(isLogged !== undefined, launched.output().slice(-500))
    const pid = postmasterPid(folder.path)
    assert.ok(pid === undefined || (await until(() => !isAlive(pid), 20_000)) !== undefined)
  }
  other.close()
})

test('invalid settings: all errors are reported together, the exit code is 1, and no secret is printed', async () => {
  const secrets = ['hunter2-too-short', 'pa55w0rd-of-the-database', 'key-of-the-mail']
  const wrong = launch({
    DATA_DIR: folder.path,
    NODE_ENV: 'production',
    PORT: '70000',
    BASE_URL: 'http://feedback.example.com',
    ROLE: 'everything',
    DEFAULT_PLAN: 'GOLD',
    SECRET: secrets[0] ?? '',
    DATABASE_URL: `mysql://owner:${secrets[1]}@db.example.com/wellkept`,
    MAIL_URL: `pigeon://user:${secrets[2]}@mail.example.com`,
    RATE_LIMITS: '{"read":{"limit":-1,"windowSeconds":60}}',
    TRUST_PROXY: 'everybody',
    LOG_LEVEL: 'loud',
    PASSWORD_MIN_LENGTH: '3',
    CORS_ORIGINS: 'https://app.example.com/path',
  })
  assert.deepEqual(await wrong.ended, { code: 1, signal: null })
  const output = wrong.output()
  const names = [
    'PORT',
    'BASE_URL',
    'ROLE',
    'DEFAULT_PLAN',
    'SECRET',
    'DATABASE_URL',
    'MAIL_URL',
    'RATE_LIMITS',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'PASSWORD_MIN_LENGTH',
    'CORS_ORIGINS',
  ]
  assert.deepEqual(
    names.filter((name) => !output.includes(`- ${name}`)),
    [],
  )
  for (const secret of secrets) assert.equal(output.includes(secret), false)
  assert.doesNotMatch(output, /\n\s+at /)
})
