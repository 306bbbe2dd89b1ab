import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { openTaskLinks } from '../testing/task-links.ts'

const server = await startTestServer({ limits: 'spec' })
const { read, send, photo, withTask } = openTaskLinks(server)

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('Guessing tokens is refused after ten failures in a minute from an address, also by forms; a valid link works from elsewhere', async () => {
  const tenant = await createTenant(server)
  const { token } = await withTask(tenant)
  const guesser = from('203.0.113.9')
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) {
    statuses.push((await read(`guess-${index}`, guesser)).status)
    statuses.push((await send(`guess-${index}`, { act: 'start', formId: 'a' }, guesser)).status)
  }
  assert.deepEqual(statuses, [...Array(10).fill(404), 429, 429])
  assert.equal((await photo('guess', undefined, {}, guesser)).status, 429)
  const refused = await read(token, guesser)
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal((await read(token, from('203.0.113.10'))).status, 200)
  server.clock.advance(61_000)
  assert.equal((await read(token, guesser)).status, 200)
})

test('A link answers an address 300 times a minute, then RATE_LIMITED', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const { token } = await withTask(tenant)
  const busy = from('203.0.113.20')
  const statuses = await Promise.all(
    Array.from({ length: 305 }, () => read(token, { ...busy, method: 'HEAD' })),
  )
  const counts = Map.groupBy(statuses, ({ status }) => status)
  assert.deepEqual([counts.get(200)?.length, counts.get(429)?.length], [300, 5])
})
