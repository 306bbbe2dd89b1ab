import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false, limits: 'spec' })
const place = await createPlace(server, await createTenant(server))

test('The sixth submission in a minute from one address is RATE_LIMITED and says when to try again', async () => {
  const send = (from: string) =>
    server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 3 }, from })
  const replies = await Promise.all(Array.from({ length: 6 }, () => send('198.51.100.1')))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 429])
  const refused = replies.find(({ status }) => status === 429)
  assert.equal(refused?.json.code, 'RATE_LIMITED')
  assert.ok(Number(refused?.headers.get('retry-after')) >= 1)
  assert.equal((await send('198.51.100.2')).status, 201, 'another address has a bucket of its own')
  server.clock.advance(60_001)
  assert.equal((await send('198.51.100.1')).status, 201)
})

test('Addresses of one IPv6 network share a limit', async () => {
  const send = (host: string) =>
    server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 3 },
      from: `2001:db8:1:2:${host}`,
    })
  const replies = await Promise.all(
    ['0:0:0:1', '0:0:0:2', 'a::3', 'b:c::4', ':5', 'ffff:ffff:ffff:ffff'].map(send),
  )
  assert.equal(replies.filter(({ status }) => status === 429).length, 1)
})

test('The fourth photo in a minute is RATE_LIMITED', async () => {
  const ask = () =>
    server.call('POST', '/api/feedback/upload-url', {
      body: { qrCode: place.qrCode, contentType: 'image/jpeg', size: 10 },
      from: '198.51.100.9',
    })
  const replies = await Promise.all(Array.from({ length: 4 }, ask))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 201, 429])
})

test('After ten unknown codes or tokens in a minute even a valid one is RATE_LIMITED', async () => {
  const from = '198.51.100.20'
  for (let index = 0; index < 10; index++) {
    const path =
      index % 2
        ? `/api/feedback/amenity/ZZZZZZZZZZZZZZZZZZZ${index}`
        : `/api/feedback/track/${'x'.repeat(40)}${index}`
    assert.equal((await server.call('GET', path, { from })).status, 404)
  }
  assert.equal(
    (await server.call('GET', `/api/feedback/amenity/${place.qrCode}`, { from })).json.code,
    'RATE_LIMITED',
  )
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('The form at /q shares the limit of POST /api/feedback, and messages on the tracking page have their own', async () => {
  const from = '198.51.100.30'
  const sent = await server.call<{ trackingToken: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 3 },
    from,
  })
  const byForm = () => server.call('POST', `/q/${place.qrCode}`, { body: 'rating=4', headers: form, from })
  for (let index = 1; index < 5; index++) assert.equal((await byForm()).status, 303)
  assert.equal((await byForm()).status, 429)
  const again = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 3 },
    from,
  })
  assert.equal(again.json.code, 'RATE_LIMITED')
  const tracking = `/api/feedback/track/${sent.json.data.trackingToken}`
  const say = () => server.call('POST', tracking, { body: { message: 'It is the left one' }, from })
  for (let index = 0; index < 5; index++) assert.equal((await say()).status, 200)
  assert.equal((await say()).json.code, 'RATE_LIMITED')
})
