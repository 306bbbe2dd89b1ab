import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { openArena } from '../testing/arena-world.ts'
import { differences } from '../testing/random-lives.ts'

const server = await startTestServer({ worker: false })

test('After random lives of tasks and handlers that are late, doubled or killed, points are those of a plain recount', async () => {
  const world = await openArena(server, { perHour: 1000, perDay: 1000, holdHours: 1 })
  const seed = Date.now() % 1_000_000
  const found = await differences(server, world, { count: 60, seed })
  assert.deepEqual({ wrong: found.wrong, sum: found.sum }, { wrong: [], sum: 0 }, `seed ${seed}`)
  assert.ok(found.points > 50, `${found.points}`)
})
