/** Keeps one page for the moments without a connection; everything else goes to the service. */
export {}

interface NavigationEvent {
  readonly request: Request
  /** begun by the browser while this worker was still starting */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    heard: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'fetch', heard: (event: NavigationEvent) => void): void
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

const open = async ({ request, preloadResponse }: NavigationEvent): Promise<Response> => {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const instead = await kept(page)
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

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (origin === location.origin && SHELL.includes(pathname))
    event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)))
})
