import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type LoadShedding, openLoadShedding } from './load-shedding.ts'

let isOver = false
afterEach(() => {
  isOver = true
})

/** Starts enough requests to count as overload, in a process that is fully busy. */
const crowdIn = (): LoadShedding => {
  isOver = false
  const loadShedding = openLoadShedding()
  for (let n = 0; n < 16; n++) loadShedding.requestStarted()
  const work = (): void => {
    if (!isOver) setImmediate(work)
  }
  work()
  return loadShedding
}

/** Runs the event loop until so much time has passed. */
const pass = async (ms: number): Promise<void> => {
  for (const end = performance.now() + ms; performance.now() < end; ) await turn()
}

test('Background jobs wait while there are many requests, and continue as soon as they are answered', async () => {
  const loadShedding = crowdIn()
  await pass(100)
  let goesOn = false
  const way = loadShedding.yieldToRequests(20_000).then(() => {
    goesOn = true
  })
  await pass(200)
  assert.equal(goesOn, false)
  for (let n = 0; n < 16; n++) loadShedding.requestEnded()
  await way
  assert.equal(goesOn, true)
})

test('Background jobs continue after a maximum delay, however many requests there are', async () => {
  const loadShedding = crowdIn()
  await pass(100)
  const from = performance.now()
  await loadShedding.yieldToRequests(150)
  assert.ok(performance.now() - from >= 150)
})

test('A few simultaneous requests delay nothing', async () => {
  const loadShedding = crowdIn()
  loadShedding.requestEnded()
  await pass(100)
  let goesOn = false
  void loadShedding.yieldToRequests(20_000).then(() => {
    goesOn = true
  })
  await turn()
  assert.equal(goesOn, true)
})
