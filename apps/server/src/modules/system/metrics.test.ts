/** The metrics: the numbers are right, and reveal nothing about anybody. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ own: true })

const scrape = async (at = server): Promise<string> => {
  const reply = await at.call('GET', '/api/system/metrics', { secret: systemSecret })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  return reply.text
}

/** @param line name and labels as in the text */
const amountOf = (text: string, line: string): number => {
  const found = text.split('\n').find((row) => row.startsWith(`${line} `))
  return found === undefined ? 0 : Number(found.slice(line.length))
}

const requests = 'wellkept_http_request_duration_seconds'

test('Requests are counted by method, route template and status class, each in one bucket', async () => {
  const tenant = await createTenant(server)
  const before = await scrape()
  for (const id of ['x', 'y', 'z'])
    await server.call('GET', `/api/tasks/${id}`, { token: tenant.admin.token })
  await server.call('GET', '/api/tasks', { token: tenant.admin.token })
  await server.call('GET', '/api/tasks', {})
  for (const method of ['GET', 'POST'])
    for (const name of ['/nowhere', '/api/nowhere']) await server.call(method, name)
  const after = await scrape()
  const grown = (labels: string): number =>
    amountOf(after, `${requests}_count{${labels}}`) - amountOf(before, `${requests}_count{${labels}}`)
  assert.equal(grown('method="GET",route="/api/tasks/:id",status="4xx"'), 3)
  assert.equal(grown('method="GET",route="/api/tasks",status="2xx"'), 1)
  assert.equal(grown('method="GET",route="/api/tasks",status="4xx"'), 1)
  assert.equal(grown('method="any",route="unknown",status="4xx"'), 4)
  const labels = 'method="GET",route="/api/tasks/:id",status="4xx"'
  const buckets = [...after.matchAll(/_bucket\{(.*),le="(.*)"\} (\d+)/g)]
    .filter(([, row]) => row === labels)
    .map(([, , le, count]) => [le, Number(count)] as const)
  assert.equal(buckets.length, 11)
  assert.deepEqual(buckets.at(-1), ['+Inf', amountOf(after, `${requests}_count{${labels}}`)])
  assert.deepEqual(
    buckets.map(([, count]) => count),
    buckets.map(([, count]) => count).sort((a, b) => a - b),
  )
  const sum = amountOf(after, `${requests}_sum{${labels}}`)
  assert.ok(sum > 0 && sum < 30, `${sum}`)
})

test('Submissions, emails, cached answers, connections, events and jobs are counted as they happen', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  await server.drain()
  const before = await scrape()
  for (const rating of [1, 2, 3]) await server.call('POST', '/api/feedback', { body: { qrCode, rating } })
  await server.call('POST', '/api/feedback', { body: { qrCode, rating: 9 } })
  const email = 'somebody@metrics.example'
  await tenant.person(['ADMIN'], { email })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
  await server.drain()
  for (let time = 0; time < 3; time++) await server.call('GET', '/api/tasks', { token: tenant.admin.token })
  const after = await scrape()
  const grown = (line: string): number => amountOf(after, line) - amountOf(before, line)
  assert.equal(grown('wellkept_submissions_total'), 3)
  assert.equal(server.mails.filter(({ to }) => to === email).length, 1)
  assert.ok(grown('wellkept_mails_total{result="sent"}') >= 1)
  assert.equal(grown('wellkept_mails_total{result="failed"}'), 0)
  assert.equal(grown('wellkept_remembered_answers_total{result="miss"}'), 1)
  assert.equal(grown('wellkept_remembered_answers_total{result="hit"}'), 2)
  assert.equal(amountOf(after, 'wellkept_events_waiting'), 0)
  assert.equal(amountOf(after, 'wellkept_database_up'), 1)
  assert.ok(amountOf(after, 'wellkept_database_connections{pool="app",state="total"}') >= 1)
  assert.equal(amountOf(after, 'wellkept_limits_store{store="memory"}'), 1)
  assert.ok(grown('wellkept_job_duration_seconds_count{job="event.alerts",result="OK"}') >= 1)
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    assert.match(after, new RegExp(`^${name} `, 'm'))
})

test('Waiting events are counted with the age of the oldest, also on an instance without a worker', async () => {
  const idle = await startTestServer({ worker: false, own: true })
  const tenant = await createTenant(idle)
  const { qrCode } = await createPlace(idle, tenant)
  const before = amountOf(await scrape(idle), 'wellkept_events_waiting')
  await idle.call('POST', '/api/feedback', { body: { qrCode, rating: 1 } })
  idle.clock.advance(90_000)
  const text = await scrape(idle)
  assert.equal(amountOf(text, 'wellkept_events_waiting'), before + 1)
  const age = amountOf(text, 'wellkept_events_oldest_seconds')
  assert.ok(age >= 90 && age < 120, `${age}`)
  assert.match(text, /wellkept_info\{version="[\d.]+",role="http"\} 1/)
})

test('Metrics contain no tenant, code, token, address or text of anybody, and their number does not grow with tenants', async () => {
  const linesOf = (text: string): number =>
    text.split('\n').filter((line) => !/^(nodejs|process)_/.test(line)).length
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const visit = async (code: string, token: string): Promise<void> => {
    await server.call('GET', `/api/feedback/amenity/${code}`, { from: '203.0.113.9' })
    await server.call('GET', `/q/${code}`, { from: '203.0.113.9' })
    await server.call('GET', '/api/tasks?search=lantern', { token })
  }
  await visit(place.qrCode, tenant.admin.token)
  const first = linesOf(await scrape())
  const other = await createTenant(server)
  await visit((await createPlace(server, other)).qrCode, other.admin.token)
  const text = await scrape()
  assert.ok(Math.abs(linesOf(text) - first) <= 30, `${first} and ${linesOf(text)}`)
  for (const secret of [
    tenant.id,
    place.qrCode,
    place.amenityId,
    tenant.admin.email,
    tenant.admin.token,
    'lantern',
    '203.0.113',
    systemSecret,
  ])
    assert.ok(!text.includes(secret), secret)
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-/)
})
