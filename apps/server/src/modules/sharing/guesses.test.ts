import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ServiceError } from '#server/platform/errors.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { type Pairing, readPairing, startPairing } from './public.ts'
import { openStage, viewOf, visitorOf } from './testing/stage.ts'

const server = await startTestServer({ worker: false, limits: 'spec' })
const { created, visit, unlock } = openStage(server)

/** The answers to guesses, several sent at once. */
const codesOf = async (
  many: number,
  guess: (index: number) => Promise<unknown>,
): Promise<Map<string, number>> => {
  const codes = new Map<string, number>()
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < many; index = next++) {
      const code = await guess(index).then(
        () => 'PASSED',
        (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
      )
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return codes
}

test('Of 10,000 guessed tokens none is accepted, however similar to a real one', async () => {
  const tenant = await createTenant(server)
  const { token } = await created(tenant)
  const many = rounds(1000, 10_000)
  const near = (index: number): string => {
    const at = index % token.length
    const other = token[at] === 'A' ? 'B' : 'A'
    return token.slice(0, at) + other + token.slice(at + 1)
  }
  const guesses = (index: number): string =>
    [
      randomBytes(32).toString('base64url'),
      near(index),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase() === token ? 'x' : token.toLowerCase(),
      `${token}'--`,
      `${token}%00`,
    ][index % 7] ?? ''
  assert.deepEqual([...(await codesOf(many, (index) => visit(guesses(index))))], [['NOT_FOUND', many]])
})

test('Of 10,000 guesses at a password ten are checked in 15 minutes, and none passes; then the right one works', async () => {
  const tenant = await createTenant(server)
  const password = 'a-lamp-under-the-stairs'
  const { token } = await created(tenant, { password })
  const other = await created(tenant, { password })
  const many = rounds(1000, 10_000)
  const codes = await codesOf(many, (index) => unlock(token, `guess-${index}`))
  assert.deepEqual(Object.fromEntries(codes), { UNAUTHORIZED: 10, RATE_LIMITED: many - 10 })
  await assert.rejects(unlock(token, password), { code: 'RATE_LIMITED' })
  assert.equal((await unlock(other.token, password)).page.state, 'OPEN', 'another link has tries of its own')
  server.clock.advance(15 * 60_000)
  assert.equal(viewOf(await unlock(token, password)).kind, 'DASHBOARD')
  server.clock.set(new Date())
})

test('Of 10,000 guessed pairing secrets none is accepted, and no code is issued twice at a time', async () => {
  const visitor = visitorOf(server)
  const many = rounds(200, 10_000)
  const walls: Pairing[] = []
  for (let index = 0; index < rounds(50, 1000); index++) walls.push(await startPairing(visitor))
  assert.equal(new Set(walls.map(({ code }) => code)).size, walls.length)
  const [wall] = walls
  const codes = await codesOf(many, (index) =>
    readPairing(visitor, randomBytes(32).toString('base64url'), walls[index % walls.length]?.code ?? ''),
  )
  assert.deepEqual([...codes], [['NOT_FOUND', many]])
  assert.equal((await readPairing(visitor, wall?.secret ?? '', wall?.code ?? '')).state, 'WAITING')
})

test('An address may send ten unknown tokens a minute to the pages, also at once; other addresses are not affected', async () => {
  const tenant = await createTenant(server)
  const { token } = await created(tenant)
  const open = (guess: string, from: string) => server.call('GET', `/s/${guess}`, { from })
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => open(randomBytes(32).toString('base64url'), '203.0.113.7')),
  )
  const refused = replies.filter(({ status }) => status === 429)
  assert.equal(refused.length, 30)
  assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
  assert.ok(!replies.some(({ status }) => status === 200))
  assert.equal((await open(token, '203.0.113.8')).status, 200)
})
