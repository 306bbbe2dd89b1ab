/** @external time zones are ours, and the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rounds } from '#test/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { compareFigures } from './testing/compare-figures.ts'
import { changeSomething, createWorld } from './testing/figures-stage.ts'

const server = await startTestServer({ own: true })

// Clocks change in Berlin, Cairo, Lord Howe, Chatham, Havana and St. John's in the months before these days.
const days = ['2026-04-12', '2026-11-10', '2027-05-03', '2026-12-30', '2026-07-01', '2028-03-01']
const worlds = rounds(6, 50)
const questions = rounds(10, 20)

test('Every figure equals what a plain count over the rows gives, for every range, filter and time zone, while submissions are hidden, quarantined, released and erased, amenities move and clocks pass midnight', async (t) => {
  const wrong: string[] = []
  let asked = 0
  for (let index = 0; index < worlds; index++) {
    server.clock.set(new Date(`${days[index % days.length]}T${10 + (index % 10)}:17:00Z`))
    const world = await createWorld(server, 4200 + index)
    for (let round = 0; round < questions; round++) {
      const done = [await changeSomething(world), await changeSomething(world)]
      const compared = await compareFigures(world)
      asked += compared.asked
      wrong.push(...compared.wrong.map((one) => `world ${index}, ${done.join(' and ')}: ${one}`))
    }
  }
  t.diagnostic(`${worlds * questions} questions, ${asked} answers, ${wrong.length} differ`)
  assert.deepEqual(wrong.slice(0, 12), [])
})
