/**
 * Service worker for offline use: keeps this page, and the desk with the code that it has used, so that Today opens
 * with its last data. All other requests go to the network.
 */
export {}

interface NavigationEvent {
  readonly request: Request
  readonly clientId: string
  readonly resultingClientId: string
  /** navigation preload, started by the browser while the worker starts */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: unknown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'fetch', listener: (event: NavigationEvent) => void): void
}

const worker = self as unknown as WorkerScope
const page = '/app/offline'
const kind = 'wellkept-desk-'
const cacheName = `${kind}${VERSION}`

const keep = async (): Promise<void> => {
  const cache = await caches.open(cacheName)
  await cache.addAll([page, ...SHELL].map((address) => new Request(address, { cache: 'reload' })))
}

const begin = async (): Promise<void> => {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(kind) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

const kept = async (address: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(address)

/** The desk's HTML and its assets, whose names contain a hash of their content. */
const desk = '/app/'
const pieces = '/app/assets/'

/** Code and styles that the HTML needs to start. */
const neededBy = (html: string): string[] =>
  Array.from(html.matchAll(/="(\/app\/assets\/[^"]+\.(?:js|css))"/g), ([, address = '']) => address)

/**
 * Caches the HTML with the assets that the open page has loaded. Where it loaded them before a deploy, they do not
 * fit the new HTML, and the former cache is kept.
 */
const precacheDesk = async (loaded: readonly string[]): Promise<void> => {
  const cache = await caches.open(cacheName)
  const fresh = await fetch(desk, { cache: 'no-cache' })
  if (!fresh.ok) return
  const [before, now] = [await (await cache.match(desk))?.text(), await fresh.clone().text()]
  const needed = neededBy(now)
  if (needed.some((address) => !loaded.includes(address))) return
  const missing: string[] = []
  for (const address of loaded) if (!(await cache.match(address))) missing.push(address)
  const add = (address: string): Promise<void> =>
    cache.add(address).catch((fault) => {
      if (needed.includes(address)) throw fault
    })
  await Promise.all(missing.map(add))
  await cache.put(desk, fresh)
  if (before === undefined || before === now) return
  const old = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url)
    return pathname.startsWith(pieces) && ![...SHELL, ...loaded].includes(pathname)
  })
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** Clients whose page was served from the cache. */
const withoutConnection = new Set<string>()

const loadChunk = async (request: Request): Promise<Response> =>
  (await kept(new URL(request.url).pathname)) ?? fetch(request)

const open = async ({ request, preloadResponse, resultingClientId }: NavigationEvent): Promise<Response> => {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const today = new URL(request.url).pathname === desk ? await kept(desk) : undefined
    if (today) withoutConnection.add(resultingClientId)
    const instead = today ?? (await kept(page))
    if (instead) return instead
    throw error
  }
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(begin())
})

worker.addEventListener('message', (event) => {
  const { data } = event
  if (!Array.isArray(data)) return
  const loaded = data.filter((one): one is string => typeof one === 'string' && one.startsWith(pieces))
  event.waitUntil(precacheDesk(loaded).catch(() => undefined))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (origin === location.origin && SHELL.includes(pathname))
    event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)))
  else if (
    origin === location.origin &&
    pathname.startsWith(pieces) &&
    // Online, the browser's HTTP cache is as fast.
    (withoutConnection.has(event.clientId) || !navigator.onLine)
  )
    event.respondWith(loadChunk(request))
})
