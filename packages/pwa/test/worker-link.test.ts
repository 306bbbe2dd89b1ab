import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { technician } from '#pwa/phone-apps.ts'
import { startWorker } from '#pwa/worker-link.ts'

class Worker extends EventTarget {
  state = 'installing'
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** Registered workers in order. */
let asked: { address: string; worker: Worker }[] = []

const container = Object.assign(new EventTarget(), {
  controller: null,
  register: async (address: string) => {
    const worker = new Worker()
    asked.push({ address, worker })
    return { installing: worker }
  },
})
Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
after(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** @returns a function that advances the timers by milliseconds */
const begin = ({ mock }: TestContext): ((ms: number) => Promise<void>) => {
  asked = []
  mock.timers.enable({ apis: ['setTimeout'] })
  return async (ms) => {
    mock.timers.tick(ms)
    await turn()
  }
}

test('The app that could not be kept whole, because the connection broke on the way, is fetched again, five times more and ever later', async (context) => {
  const pass = begin(context)
  startWorker(technician, 'pl')
  await turn()
  for (const wait of [5000, 10_000, 20_000, 40_000, 80_000]) {
    const before = asked.length
    asked.at(-1)?.worker.become('redundant')
    await pass(wait - 1)
    assert.equal(asked.length, before)
    await pass(1)
    assert.equal(asked.length, before + 1)
  }
  asked.at(-1)?.worker.become('redundant')
  await pass(1_000_000)
  assert.equal(asked.length, 6)
})

test('One that was kept, and is replaced later, is not fetched again', async (context) => {
  const pass = begin(context)
  startWorker(technician, 'pl')
  await turn()
  const worker = asked[0]?.worker
  for (const state of ['installed', 'activating', 'activated', 'redundant']) worker?.become(state)
  await pass(1_000_000)
  assert.equal(asked.length, 1)
})

test('What failed in a language that is spoken no more is not fetched again', async (context) => {
  const pass = begin(context)
  startWorker(technician, 'ar')
  await turn()
  asked[0]?.worker.become('redundant')
  startWorker(technician, 'pl')
  await pass(1_000_000)
  assert.deepEqual(
    asked.map(({ address }) => address),
    ['/app/work/sw.js?language=ar', '/app/work/sw.js?language=pl'],
  )
})
