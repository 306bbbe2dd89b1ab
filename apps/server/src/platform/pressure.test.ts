import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openPressure, type Pressure } from './pressure.ts'

let isOver = false
afterEach(() => {
  isOver = true
})

/** As many requests at once as are a crowd, in a process that does nothing else than work. */
const crowdIn = (): Pressure => {
  isOver = false
  const pressure = openPressure()
  for (let n = 0; n < 16; n++) pressure.begin()
  const work = (): void => {
    if (!isOver) setImmediate(work)
  }
  work()
  return pressure
}

/** Turns of the loop until so long has passed. */
const pass = async (ms: number): Promise<void> => {
  for (const end = performance.now() + ms; performance.now() < end; ) await turn()
}

test('Work in the background waits while requests crowd in, and goes on as soon as they are answered', async () => {
  const pressure = crowdIn()
  await pass(100)
  let goesOn = false
  const way = pressure.giveWay(20_000).then(() => {
    goesOn = true
  })
  await pass(200)
  assert.equal(goesOn, false)
  for (let n = 0; n < 16; n++) pressure.end()
  await way
  assert.equal(goesOn, true)
})

test('Work in the background goes on after its time, however long the crowd lasts', async () => {
  const pressure = crowdIn()
  await pass(100)
  const from = performance.now()
  await pressure.giveWay(150)
  assert.ok(performance.now() - from >= 150)
})

test('A few requests at once hold up nothing', async () => {
  const pressure = crowdIn()
  pressure.end()
  await pass(100)
  let goesOn = false
  void pressure.giveWay(20_000).then(() => {
    goesOn = true
  })
  await turn()
  assert.equal(goesOn, true)
})
