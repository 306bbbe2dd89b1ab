import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ limits: 'spec', worker: false })

test('The 11th report in a minute from one address is RATE_LIMITED, also within one IPv6 /64', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  for (let index = 0; index < 11; index++) {
    const reply = await server.call('POST', `/api/status/${qrCode}/report`, {
      from: `2001:db8:1:1::${index + 1}`,
    })
    assert.equal(reply.status, index < 10 ? 201 : 429)
    if (index === 10) assert.equal(reply.json.code, 'RATE_LIMITED')
  }
  assert.equal(
    (await server.call('POST', `/api/status/${qrCode}/report`, { from: '2001:db8:1:2::1' })).status,
    201,
  )
})

test('Unknown codes are RATE_LIMITED after ten in a minute', async () => {
  for (let index = 0; index < 11; index++) {
    const reply = await server.call('GET', '/api/status/ZZZZZZZZZZZZZZZZZZZZ', { from: '10.9.9.9' })
    assert.equal(reply.json.code, index < 10 ? 'NOT_FOUND' : 'RATE_LIMITED')
  }
})

test('An unknown emailed link counts as a failed attempt, and a valid one opens 300 times a minute from one address', async (t) => {
  server.clock.stand(t)
  const { id, manager } = await createTenant(server)
  const path = `/m/${server.built.platform.keys.seal('digest', id, manager.id)}`
  const guesser = '198.51.100.50'
  for (let index = 0; index < 10; index++) {
    const reply = await server.call('GET', `/m/guess-${index}`, { from: guesser })
    assert.deepEqual([reply.status, /This link is not valid/.test(reply.text)], [404, true])
  }
  for (const tried of ['/m/guess', path]) {
    const refused = await server.call('GET', tried, { from: guesser, headers: { 'accept-language': 'de' } })
    assert.deepEqual([refused.status, /Das geht gerade nicht/.test(refused.text)], [429, true])
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  }
  const replies = await Promise.all(
    Array.from({ length: 305 }, () => server.call('HEAD', path, { from: '198.51.100.51' })),
  )
  const counts = Map.groupBy(replies, ({ status }) => status)
  assert.deepEqual([counts.get(200)?.length, counts.get(429)?.length], [300, 5])
})

test('The form at /status uses the limit of reports, and subscribing has its own', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const from = '198.51.100.40'
  const report = () => server.call('POST', `/api/status/${qrCode}/report`, { from })
  const byForm = () =>
    server.call('POST', `/status/${qrCode}/report`, {
      body: 'comment=It+drips',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      from,
    })
  for (let index = 0; index < 5; index++) {
    assert.equal((await report()).status, 201)
    assert.equal((await byForm()).status, 303)
  }
  assert.equal((await byForm()).status, 429)
  assert.equal((await report()).json.code, 'RATE_LIMITED')
  const subscribe = (index: number) =>
    server.call('POST', `/api/status/${qrCode}/subscribe`, {
      body: { email: `visitor-${index}@example.com` },
      from,
    })
  for (let index = 0; index < 10; index++) assert.notEqual((await subscribe(index)).status, 429)
  assert.equal((await subscribe(10)).json.code, 'RATE_LIMITED')
})
