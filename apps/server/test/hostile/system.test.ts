/** The system module without a secret, with an old one, or with another credential. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { endpoints } from '#contracts/all.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { startProxyBefore } from '#server/platform/gate/limits/testing/test-proxy.ts'
import { cleanEnvironment } from '../faults/service.ts'
import { target } from '../matrix-calls.ts'
import { type CallOptions, startTestServer, systemSecret, type TestServer } from '../server.ts'
import { createKey, createTenant } from '../world.ts'

const previous = 'previous-secret-of-the-tests-is-40-bytes'
const server = await startTestServer({
  worker: false,
  env: { SYSTEM_SECRET: `${systemSecret},${previous}` },
})
const strict = await startTestServer({ worker: false, limits: 'spec' })
const unset = await startTestServer({ worker: false, env: { SYSTEM_SECRET: '' } })
const door = '/api/system/metrics'

/** Sends raw headers, also repeated ones. @returns status and body */
const raw = (headers: readonly string[]): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    request(server.base + door, { headers: ['host', 'x', ...headers] }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })

const refusal = '{"success":false,"error":"Invalid or expired token","code":"UNAUTHORIZED"}'

test('Exactly one valid X-System-Secret gives access to the system module, everything else is UNAUTHORIZED', async () => {
  const tenant = await createTenant(server)
  const bearer = `Bearer ${tenant.admin.token}`
  const { key } = await createKey(server, tenant, 'read', 'write')
  const name = 'X-System-Secret'
  assert.equal((await raw([name, systemSecret])).status, 200)
  assert.equal((await raw(['x-system-SECRET', previous])).status, 200)
  const wrong: string[][] = [
    [],
    [name, ''],
    [name, systemSecret.slice(0, -1)],
    [name, systemSecret.slice(0, 1)],
    [name, `${systemSecret}x`],
    [name, systemSecret.toUpperCase()],
    [name, `${systemSecret},${previous}`],
    [name, `Bearer ${systemSecret}`],
    [name, 'x'.repeat(20_000)],
    [name, systemSecret, name, systemSecret],
    [name, systemSecret, name, previous],
    [name, systemSecret, name, ''],
    [name, systemSecret, 'Authorization', bearer],
    ['Authorization', bearer, name, systemSecret],
    [name, systemSecret, 'Authorization', ''],
    [name, systemSecret, 'X-API-Key', key],
    [name, systemSecret, 'X-API-Key', ''],
    ['Authorization', bearer],
    ['Authorization', `Bearer ${systemSecret}`],
    ['X-API-Key', key],
    ['X-API-Key', systemSecret],
    ['Cookie', `x-system-secret=${systemSecret}`],
    ['X_System_Secret', systemSecret],
  ]
  for (const headers of wrong) {
    const { status, text } = await raw(headers)
    assert.deepEqual([status, text], [401, refusal], headers.join(' ').slice(0, 200))
  }
  const inQuery = await server.call('GET', `${door}?x-system-secret=${systemSecret}&secret=${systemSecret}`)
  assert.equal(inQuery.text, refusal)
})

test('No body, query, token or key gives access to a system endpoint', async () => {
  const tenant = await createTenant(server)
  const { key } = await createKey(server, tenant, 'read', 'write', 'webhooks:manage')
  const specs = endpoints.filter(({ access }) => access.kind === 'system')
  assert.ok(specs.length > 0)
  for (const spec of specs) {
    const body = spec.body ? { 'x-system-secret': systemSecret, secret: systemSecret } : undefined
    const tries: CallOptions[] = [{}, { token: tenant.admin.token }, { key }, { secret: systemSecret, key }]
    for (const credential of tries) {
      const reply = await server.call(spec.method, target(spec), { ...credential, body })
      assert.deepEqual([reply.status, reply.text], [401, refusal], spec.path)
    }
  }
})

test('A secret of one megabyte is refused by the header limit, in the envelope', async () => {
  const { port } = new URL(server.base)
  const socket = connect(Number(port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('error', () => {})
  socket.write(`GET ${door} HTTP/1.1\r\nhost: x\r\nx-system-secret: ${'x'.repeat(1024 * 1024)}\r\n\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  const text = Buffer.concat(chunks).toString()
  assert.match(text, /^HTTP\/1\.1 431 /)
  assert.match(
    text,
    /\{"success":false,"error":"The headers are larger than allowed","code":"VALIDATION_ERROR"\}$/,
  )
})

test('If no secret is set every request is UNAUTHORIZED, with the same bytes as for a wrong secret', async () => {
  for (const options of [
    {},
    { secret: systemSecret },
    { secret: 'x' },
    { headers: { 'x-system-secret': '' } },
  ]) {
    const reply = await unset.call('GET', door, options)
    assert.deepEqual([reply.status, reply.text], [401, refusal])
  }
})

const statusesOf = async (at: TestServer, from: string, secrets: readonly string[]): Promise<number[]> =>
  (await Promise.all(secrets.map((secret) => at.call('GET', door, { secret, from })))).map(
    ({ status }) => status,
  )

test('The eleventh wrong secret of an address in a minute is RATE_LIMITED, also if all are simultaneous', async () => {
  const many = await statusesOf(strict, '198.51.100.1', Array(60).fill('wrong'))
  assert.deepEqual(
    [many.filter((status) => status === 401).length, many.filter((status) => status === 429).length],
    [10, 50],
  )
  // The valid secret is not confirmed either.
  const late = await strict.call('GET', door, { secret: systemSecret, from: '198.51.100.1' })
  assert.deepEqual([late.status, late.json.code], [429, 'RATE_LIMITED'])
  assert.ok(
    Number(late.headers.get('retry-after')) >= 1 && late.headers.get('ratelimit')?.startsWith('"miss"'),
  )
  assert.deepEqual(await statusesOf(strict, '198.51.100.2', [systemSecret]), [200])
  strict.clock.advance(61_000)
  assert.deepEqual(await statusesOf(strict, '198.51.100.1', [systemSecret]), [200])
})

test('Visitors who guess codes behind the same address do not lock out monitoring, nor the other way round', async () => {
  const from = '198.51.100.4'
  const guess = () => strict.call('GET', '/api/status/ZZZZZZZZZZZZZZZZZZZZ', { from })
  for (let index = 0; index < 10; index++) assert.equal((await guess()).status, 404)
  assert.equal((await guess()).status, 429)
  assert.deepEqual(await statusesOf(strict, from, [systemSecret]), [200])
  const other = '198.51.100.5'
  assert.ok((await statusesOf(strict, other, Array(11).fill('wrong'))).includes(429))
  assert.equal((await strict.call('GET', '/api/status/ZZZZZZZZZZZZZZZZZZZZ', { from: other })).status, 404)
})

test('A valid secret consumes nothing, however often it is sent', async () => {
  const many = await statusesOf(strict, '198.51.100.3', Array(40).fill(systemSecret))
  assert.ok(many.every((status) => status === 200))
})

test('While the counting database is down a valid secret is accepted, and wrong ones get ten attempts', async () => {
  const { url, proxy } = await startProxyBefore(server.database.url)
  const beside = await startTestServer({
    beside: { ...server, database: { ...server.database, url } },
    worker: false,
    limits: 'spec',
    sharedLimits: true,
  })
  server.beforeEnd.push(proxy.close)
  assert.deepEqual(await statusesOf(beside, '198.51.100.4', [systemSecret, 'wrong']), [200, 401])
  proxy.set('cut')
  const text = await beside.call('GET', door, { secret: systemSecret, from: '198.51.100.4' })
  assert.equal(text.status, 200)
  assert.match(text.text, /^wellkept_database_up 0$/m)
  assert.doesNotMatch(text.text, /^wellkept_events_waiting/m)
  const guesses = await statusesOf(beside, '198.51.100.5', Array(12).fill('wrong'))
  assert.equal(guesses.filter((status) => status === 401).length, 10)
  proxy.set('open')
})

const start = async (secret: string): Promise<{ code: number; text: string }> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wellkept-system-'))
  const env = {
    ...cleanEnvironment(),
    NODE_ENV: 'production',
    BASE_URL: 'https://feedback.example.com',
    SECRET: 'a-master-secret-of-sufficient-length-0123',
    DATA_DIR: dataDir,
    PORT: '0',
    SYSTEM_SECRET: secret,
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../main.ts')],
      { env, timeout: 300_000 },
    )
    return { code: 0, text: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, text: stdout + stderr }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const short = 'orchid-lantern-of-31-bytes-long'

test('In production a secret of fewer than 32 bytes prevents the start, also as one of two, and is not printed', async () => {
  assert.equal(short.length, 31)
  const { code, text } = await start(short)
  assert.equal(code, 1)
  assert.match(text, /SYSTEM_SECRET must have 32 bytes or more in production/)
  assert.ok(!text.includes('orchid'), text)
  const base = { NODE_ENV: 'production', BASE_URL: 'https://x.example', SECRET: 'x'.repeat(40) }
  const faultsOf = (secret: string): readonly string[] => {
    try {
      readConfig({ ...base, SYSTEM_SECRET: secret })
      return []
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      assert.ok(!error.message.includes('orchid'))
      return error.faults
    }
  }
  const long = 'x'.repeat(32)
  for (const secret of [`${long},${short}`, `${short},${long}`, `${short},${short}`])
    assert.equal(faultsOf(secret).length, 1, secret)
  for (const secret of [`${long},`, `,${long}`, `${long},${long},${long}`, `${long} ${long}`, `${long}ü`])
    assert.match(faultsOf(secret).join(), /^SYSTEM_SECRET must be/, secret)
  assert.deepEqual([faultsOf(long), faultsOf(`${long},${long}`), faultsOf('')], [[], [], []])
  const { warnings } = readConfig({ SYSTEM_SECRET: short, SECRET: long })
  assert.equal(warnings.length, 1)
  assert.ok(!warnings.join().includes('orchid'))
})

test('Production does no seeding, and names the settings that are insecure', () => {
  const base = { NODE_ENV: 'production', BASE_URL: 'https://x.example', SECRET: 'x'.repeat(40) }
  for (const SEED of ['demo', 'places.csv'])
    assert.throws(
      () => readConfig({ ...base, SEED }),
      (error) => error instanceof ConfigError && /^SEED must be none in production/.test(error.faults.join()),
    )
  assert.equal(readConfig({ ...base, SEED: 'none' }).seed, 'none')
  const { warnings } = readConfig(base)
  assert.match(warnings.join('\n'), /^TRUST_PROXY is not set.*\nMAIL_URL is not set: .* are not sent/)
  const whole = { ...base, TRUST_PROXY: '127.0.0.1/32', MAIL_URL: 'smtp://mail.example.com' }
  assert.deepEqual(readConfig(whole).warnings, [])
  assert.deepEqual(readConfig({ SECRET: base.SECRET }).warnings, [])
  const open = readConfig({ SECRET: base.SECRET, BASE_URL: 'https://x.example' }).warnings
  assert.match(open.join(), /^NODE_ENV is not production/)
})
