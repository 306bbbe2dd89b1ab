import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { technician } from '#pwa/phone-apps.ts'

const base = 'https://service.example'
const home = `${base}/app/work`

interface Window {
  readonly id: string
  readonly url: string
}
interface Heard {
  readonly request?: object
  readonly clientId?: string
  readonly resultingClientId?: string
  respondWith(answer: Promise<Response>): void
  waitUntil(done: Promise<unknown>): void
}

/** Cache storage by name, kept across deployments of the worker. */
const stores = new Map<string, Map<string, string>>()
let windows: Window[] = []
/** files on the server; those of older versions are gone */
let service = new Map<string, string>()
let heard = new Map<string, (event: Heard) => void>()

const keyOf = (asked: string | { url: string }): string =>
  new URL(typeof asked === 'string' ? asked : asked.url, base).pathname
const reply = (found: string | undefined) => (found === undefined ? undefined : new Response(found))

const caches = {
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (asked: { url: string }) =>
    reply([...stores.values()].find((store) => store.has(keyOf(asked)))?.get(keyOf(asked))),
  open: async (name: string) => {
    const store = stores.get(name) ?? new Map<string, string>()
    stores.set(name, store)
    return {
      match: async (asked: string | { url: string }) => reply(store.get(keyOf(asked))),
      addAll: async (all: readonly { url: string }[]) => {
        for (const one of all) store.set(keyOf(one), service.get(keyOf(one)) ?? '')
      },
    }
  },
}

const world = {
  self: {
    addEventListener: (type: string, listener: (event: Heard) => void) => heard.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {}, matchAll: async () => windows },
  },
  location: new URL(`${home}/sw.js?language=en`),
  caches,
  fetch: async ({ url }: { url: string }) => {
    const found = service.get(keyOf(url))
    return found === undefined ? new Response(null, { status: 404 }) : new Response(found)
  },
  Request: class {
    readonly url: string
    constructor(address: string) {
      this.url = new URL(address, base).href
    }
  },
}
const names = [...Object.keys(world), 'BUILT']
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
const put = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
after(() => {
  for (const [index, name] of names.entries()) {
    const descriptor = before[index]
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
})

const settled = async (type: 'install' | 'activate'): Promise<void> => {
  const done: Promise<unknown>[] = []
  heard.get(type)?.({ respondWith: () => {}, waitUntil: (one) => void done.push(one) })
  await Promise.all(done)
}

let count = 0
/** Deploys a version: the server has only its files, and its worker takes over. */
const deploy = async (version: string): Promise<void> => {
  const part = `/app/field-assets/assets/me-${version}.js`
  service = new Map([
    ['/app/work', `page ${version}`],
    [part, `me ${version}`],
  ])
  heard = new Map()
  put('BUILT', {
    ...technician,
    others: [],
    caches: 'wellkept-work-',
    shell: [part],
    languages: {},
    precache: `wellkept-work-${version}`,
  })
  await import(`../src/worker/service-worker.ts?${++count}`)
  await settled('install')
  await settled('activate')
}

const ask = async (url: string, more: Omit<Heard, 'respondWith' | 'waitUntil'> & { mode?: string }) => {
  const { mode = 'no-cors', ...ids } = more
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  heard.get('fetch')?.({
    ...ids,
    request: { method: 'GET', url, mode, destination: '' },
    respondWith: (answer) => void answer.then(resolve, reject),
    waitUntil: () => {},
  })
  const answer = await promise
  await new Promise((done) => setImmediate(done))
  return answer.ok ? answer.text() : answer.status
}

/** Opens a page in a new tab, or replaces another one, and loads its first part. */
const open = async (id: string, version: string, { says = true, instead = '' } = {}) => {
  const shown = await ask(home, { mode: 'navigate', ...(says ? { resultingClientId: id } : {}) })
  windows = [...windows.filter((one) => one.id !== instead), { id, url: home }]
  await later(id, version)
  return shown
}
const later = (clientId: string, version: string) =>
  ask(`${base}/app/field-assets/assets/me-${version}.js`, { clientId })

const kept = () => [...stores.keys()].map((name) => name.replace('wellkept-work-', ''))

const begin = ({ mock }: TestContext): void => {
  stores.clear()
  stores.set('wellkept-work-photos', new Map())
  windows = []
  mock.timers.enable({ apis: ['setTimeout'] })
  for (const [name, value] of Object.entries(world)) put(name, value)
}

test('A page that runs opens what it had not opened yet after a deploy too, and the old shell is gone once no page needs it', async (context) => {
  begin(context)
  await deploy('one')
  assert.equal(await open('a', 'one'), 'page one')
  await deploy('two')
  assert.equal(await later('a', 'one'), 'me one')
  assert.deepEqual(kept(), ['photos', 'one', 'two'])
  assert.equal(await open('b', 'two'), 'page two')
  assert.equal(await later('a', 'one'), 'me one', 'a second tab takes nothing from the first')
  windows = windows.filter(({ id }) => id !== 'a')
  await later('b', 'two')
  assert.deepEqual(kept(), ['photos', 'two'])
})

test('A reload in the one tab there is leaves the new shell alone', async (context) => {
  begin(context)
  await deploy('one')
  await open('a', 'one')
  await deploy('two')
  await open('b', 'two', { instead: 'a' })
  assert.deepEqual(kept(), ['photos', 'two'])
})

test('Where no page of the app runs an old shell is gone at once; other pages of the service need none', async (context) => {
  begin(context)
  await deploy('one')
  await open('a', 'one')
  windows = [{ id: 'desk', url: `${base}/app/today` }]
  await deploy('two')
  assert.deepEqual(kept(), ['photos', 'two'])
})

test('Where the browser does not say which page it opens, or one stays open for long, three old shells stay and no more', async (context) => {
  begin(context)
  await deploy('one')
  await open('a', 'one', { says: false })
  for (const version of ['two', 'three', 'four', 'five', 'six']) {
    await deploy(version)
    await open(`b-${version}`, version, { says: false })
  }
  assert.deepEqual(kept(), ['photos', 'three', 'four', 'five', 'six'])
})
