import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { loadPart } from '#field-kit/load.ts'

const names = ['document', 'location', 'sessionStorage', 'fetch'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
const online = Object.getOwnPropertyDescriptor(navigator, 'onLine')
after(() => {
  for (const [index, name] of names.entries()) {
    const descriptor = before[index]
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
  if (online) Object.defineProperty(navigator, 'onLine', online)
  else Reflect.deleteProperty(navigator, 'onLine')
})

/** A tab with fake timers. */
const openTab = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-26T08:00:00Z') })
  const kept = new Map<string, string>()
  const tab = {
    tries: 0,
    reloads: 0,
    isOnline: true,
    answers: true,
    fields: [] as { value: string; defaultValue: string }[],
    /** number of attempts that fail */
    fails: Number.POSITIVE_INFINITY,
    load: async (): Promise<string> => {
      if (++tab.tries <= tab.fails) throw new TypeError('Failed to fetch dynamically imported module')
      return 'the part'
    },
    /** Advances timers until the promise settles or nothing is scheduled. */
    settle: async <T>(asked: Promise<T>): Promise<T | 'failed'> => {
      let end: T | 'failed' | undefined
      asked.then(
        (found) => {
          end = found
        },
        () => {
          end = 'failed'
        },
      )
      for (let turn = 0; turn < 20 && end === undefined; turn++) {
        for (let tick = 0; tick < 10; tick++) await new Promise((done) => setImmediate(done))
        mock.timers.tick(1000)
      }
      assert.ok(end !== undefined)
      return end
    },
  }
  const world: Record<(typeof names)[number], unknown> = {
    document: { querySelectorAll: () => tab.fields },
    location: { pathname: '/app/work', reload: () => void tab.reloads++ },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    fetch: async () => {
      if (!tab.answers) throw new TypeError('Failed to fetch')
      return new Response(null)
    },
  }
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: world[name], configurable: true, writable: true })
  Object.defineProperty(navigator, 'onLine', { get: () => tab.isOnline, configurable: true })
  return tab
}

test('A part that a flaky line has lost is asked for again, and the page stays', async (context) => {
  const tab = openTab(context)
  tab.fails = 2
  assert.equal(await tab.settle(loadPart(tab.load)), 'the part')
  assert.deepEqual([tab.tries, tab.reloads], [3, 0])
})

test('Of a part that does not come any more the page is loaded anew once, and not again within a minute', async (context) => {
  const tab = openTab(context)
  assert.equal(await tab.settle(loadPart(tab.load)), 'failed')
  assert.equal(tab.reloads, 1)
  assert.equal(await tab.settle(loadPart(tab.load)), 'failed')
  assert.equal(tab.reloads, 1)
  context.mock.timers.tick(60_000)
  await tab.settle(loadPart(tab.load))
  assert.equal(tab.reloads, 2)
})

test('No page is loaded anew while the service does not answer: what would come is a white one', async (context) => {
  const tab = openTab(context)
  tab.answers = false
  assert.equal(await tab.settle(loadPart(tab.load)), 'failed')
  assert.equal(tab.reloads, 0)
  tab.isOnline = false
  tab.tries = 0
  assert.equal(await tab.settle(loadPart(tab.load)), 'failed')
  assert.deepEqual([tab.tries, tab.reloads], [1, 0], 'without a connection it says so at once')
})

test('No page is loaded anew over what somebody has typed, or what it alone keeps', async (context) => {
  const tab = openTab(context)
  tab.fields = [
    { value: '', defaultValue: '' },
    { value: 'ana@example.com', defaultValue: '' },
  ]
  assert.equal(await tab.settle(loadPart(tab.load)), 'failed')
  tab.fields = []
  assert.equal(await tab.settle(loadPart(tab.load, () => false)), 'failed')
  assert.equal(tab.reloads, 0)
})
