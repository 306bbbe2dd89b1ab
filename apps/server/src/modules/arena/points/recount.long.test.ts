import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { openArena } from '../testing/arena-world.ts'
import { differences } from '../testing/random-lives.ts'

const server = await startTestServer({ worker: false })

test('After 10,000 random lives of tasks points are those of a plain recount', async (t) => {
  let points = 0
  // In tenants of their own, so that no cap of a day is reached.
  for (let round = 0; round < 50; round += 1) {
    const world = await openArena(server, { perHour: 1000, perDay: 1000, holdHours: 1 })
    const found = await differences(server, world, { count: 200, seed: round })
    assert.deepEqual({ wrong: found.wrong, sum: found.sum }, { wrong: [], sum: 0 }, `seed ${round}`)
    points += found.points
  }
  t.diagnostic(`${points} points of 10,000 tasks, 0 differ`)
})
