import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShareLink } from '#contracts/sharing/links.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { readPairing, startPairing } from '../public.ts'
import { openStage, visitorOf } from '../testing/stage.ts'

const server = await startTestServer({ worker: false })
const { created, visit } = openStage(server)

const pair = (tenant: TestTenant, id: string, code: string) =>
  server.call<ShareLink>('POST', `/api/sharing/links/${id}/pair`, {
    token: tenant.admin.token,
    body: { code },
  })
const stateOf = async (tenant: TestTenant, id: string) => {
  const { token } = await tenant.person(['ADMIN'])
  return (await server.call<ShareLink>('GET', `/api/sharing/links/${id}`, { token })).json.data.state
}
const begin = () => startPairing(visitorOf(server))
const ask = ({ secret, code }: { secret: string; code: string }) =>
  readPairing(visitorOf(server), secret, code)
const minute = 60_000

test('A wall shows a code, an administrator enters it, and the wall gets its link once', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { kind: 'SCREEN' })
  assert.equal(link.state, 'PAIRING')
  const wall = await begin()
  assert.match(wall.code, /^[A-Z0-9]{6}$/)
  assert.doesNotMatch(wall.code, /[01IOLSZ258B]/)
  assert.equal((await ask(wall)).state, 'WAITING')
  const typed = `${wall.code.slice(0, 3).toLowerCase()}-${wall.code.slice(3)} `
  assert.equal((await pair(tenant, link.id, typed)).status, 200)
  const taken = await Promise.allSettled([ask(wall), ask(wall), ask(wall)])
  const tokens = taken.flatMap((one) =>
    one.status === 'fulfilled' && one.value.state === 'PAIRED' ? [one.value.token] : [],
  )
  assert.equal(tokens.length, 1)
  await assert.rejects(ask(wall), { code: 'NOT_FOUND' })
  assert.equal((await visit(tokens[0] ?? '')).page.state, 'OPEN')
  await assert.rejects(visit(link.token), { code: 'NOT_FOUND' })
  assert.equal(await stateOf(tenant, link.id), 'ACTIVE')
})

test('A code that is wrong, used or ten minutes old is NOT_FOUND; the secret of another browser gets nothing', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const [link, second] = [
    await created(tenant, { kind: 'SCREEN' }),
    await created(tenant, { kind: 'SCREEN' }),
  ]
  const theirs = await created(other, { kind: 'SCREEN' })
  assert.equal((await pair(tenant, link.id, 'CCCCCC')).json.code, 'NOT_FOUND')
  const wall = await begin()
  assert.equal((await pair(tenant, link.id, wall.code)).status, 200)
  assert.equal((await pair(tenant, second.id, wall.code)).json.code, 'NOT_FOUND')
  assert.equal((await pair(other, theirs.id, wall.code)).json.code, 'NOT_FOUND')
  for (const secret of ['', 'x', 'A'.repeat(43), wall.code])
    await assert.rejects(ask({ secret, code: wall.code }), { code: 'NOT_FOUND' })
  const late = await begin()
  server.clock.advance(10 * minute)
  const { token } = await tenant.person(['ADMIN'])
  const reply = await server.call('POST', `/api/sharing/links/${link.id}/pair`, {
    token,
    body: { code: late.code },
  })
  assert.equal(reply.json.code, 'NOT_FOUND')
  await assert.rejects(ask(late), { code: 'NOT_FOUND' })
  server.clock.set(new Date())
})

test('Only a SCREEN can be paired', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant)
  assert.equal((await pair(tenant, link.id, (await begin()).code)).json.code, 'VALIDATION_ERROR')
})

test('Ten codes a minute can be tried, also at once', async () => {
  const strict = await startTestServer({ worker: false, limits: 'spec' })
  const tenant = await createTenant(strict)
  const link = await openStage(strict).created(tenant, { kind: 'SCREEN' })
  const guess = (index: number) =>
    strict.call('POST', `/api/sharing/links/${link.id}/pair`, {
      token: tenant.admin.token,
      body: { code: `CCCC${'CDFGHJKMNPQRTVWX'[index]}C` },
    })
  const replies = await Promise.all(Array.from({ length: 16 }, (_, index) => guess(index)))
  const count = (status: number) => replies.filter((reply) => reply.status === status).length
  assert.deepEqual([count(404), count(429)], [10, 6])
  assert.ok(Number(replies.find(({ status }) => status === 429)?.headers.get('retry-after')) >= 1)
})

test('A wall without contact for five minutes is OFFLINE, and ACTIVE when it returns', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { kind: 'SCREEN' })
  const { viewSession } = await visit(link.token)
  assert.equal(await stateOf(tenant, link.id), 'ACTIVE')
  server.clock.advance(4 * minute)
  await visit(link.token, viewSession?.value)
  server.clock.advance(4 * minute)
  assert.equal(await stateOf(tenant, link.id), 'ACTIVE')
  server.clock.advance(2 * minute)
  assert.equal(await stateOf(tenant, link.id), 'OFFLINE')
  const { token } = await tenant.person(['ADMIN'])
  const listed = await server.call<ShareLink[]>('GET', '/api/sharing/links?state=OFFLINE', { token })
  assert.deepEqual(
    listed.json.data.map(({ id }) => id),
    [link.id],
  )
  await visit(link.token, viewSession?.value)
  assert.equal(await stateOf(tenant, link.id), 'ACTIVE')
  server.clock.set(new Date())
})
