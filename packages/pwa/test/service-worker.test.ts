import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { technician } from '#pwa/phone-apps.ts'

const home = 'https://service.example/app/work'

type Heard = (event: { request: object; respondWith(answer: Promise<Response>): void }) => void

const names = ['self', 'location', 'caches', 'fetch', 'BUILT'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
after(() => {
  for (const [index, name] of names.entries()) {
    const descriptor = before[index]
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
})

/** The service worker with a fake cache storage and a service that answers every request. */
const startWorker = async (): Promise<{
  ask(address: string, more: { mode?: string; destination?: string }): Promise<string>
  /** whether it answers for a page that is opened */
  answersFor(address: string): boolean
  store: { open: () => Promise<unknown> }
}> => {
  const heard = new Map<string, Heard>()
  const store = { open: async (): Promise<unknown> => undefined }
  const world: Record<(typeof names)[number], unknown> = {
    self: { addEventListener: (type: string, listener: Heard) => heard.set(type, listener) },
    location: new URL(`${home}/sw.js?language=en`),
    caches: { open: () => store.open() },
    fetch: async () => new Response('from the service'),
    BUILT: {
      ...technician,
      others: [`${technician.home}/wall`],
      caches: 'wellkept-work-',
      shell: [],
      languages: {},
      precache: 'wellkept-work-v',
    },
  }
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: world[name], configurable: true, writable: true })
  await import('#pwa/worker/service-worker.ts')
  return {
    store,
    ask: async (url, more) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      heard.get('fetch')?.({
        request: { method: 'GET', url, mode: 'no-cors', destination: '', ...more },
        respondWith: (answer) => void answer.then(resolve, reject),
      })
      return (await promise).text()
    },
    answersFor: (url) => {
      let answered = false
      heard.get('fetch')?.({
        request: { method: 'GET', url, mode: 'navigate', destination: 'document' },
        respondWith: () => {
          answered = true
        },
      })
      return answered
    },
  }
}

const { store, ask, answersFor } = await startWorker()

test('Where the phone’s store is full or broken the app, its parts and photos come from the service', async () => {
  const everything = async (): Promise<string[]> => [
    await ask(home, { mode: 'navigate' }),
    await ask('https://service.example/app/field-assets/assets/zxing-1.js', {}),
    await ask('https://service.example/files/photo', { destination: 'image' }),
  ]
  const fromService = Array.from({ length: 3 }, () => 'from the service')

  const kept: string[] = []
  const key = (asked: string | { url: string }): string => (typeof asked === 'string' ? asked : asked.url)
  const working = {
    match: async () => undefined,
    put: async (asked: string | { url: string }) => void kept.push(key(asked)),
    keys: async () => [],
  }
  store.open = async () => working
  assert.deepEqual(await everything(), fromService)
  assert.equal(kept.length, 2, 'the reader of codes and the photo')

  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  store.open = async () => ({ ...working, put: async () => full() })
  assert.deepEqual(await everything(), fromService)

  store.open = async () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  }
  assert.deepEqual(await everything(), fromService)

  store.open = async () => ({ ...working, match: async () => new Response('from the phone') })
  assert.equal(await ask(home, { mode: 'navigate' }), 'from the phone')
})

test('A page of another app below the address is left to the service', async () => {
  for (const address of [`${home}/tasks/1`, `${home}/wallpaper`]) assert.ok(answersFor(address), address)
  for (const address of [`${home}/wall`, `${home}/wall/`]) assert.ok(!answersFor(address), address)
})
