/**
 * Keeps the shell of the technician app on the phone, so that it opens without a connection, and the photos
 * seen last. It never answers for the API: what waits to be sent is the outbox's. And it shows notifications.
 */
import { listenForPushes, type PushScope } from './push-worker.ts'

interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    heard: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'fetch',
    heard: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void
}

const worker = self as unknown as WorkerScope
listenForPushes(self as unknown as PushScope)
const home = '/app/work'
const assets = '/app/field-assets/'
const language = LANGUAGES[new URL(location.href).searchParams.get('language') ?? '']
/** Of the language that the page names in this worker's address; pages of the version before name none. */
const texts = language ? [language] : Object.values(LANGUAGES)
const shellName = `wellkept-work-${VERSION}`
const photoName = 'wellkept-work-photos'
const keptPhotos = 80

/** Where the phone's store is full or broken nothing is kept, and what the service answers is shown all the same. */
const inStore = <T>(name: string, work: (store: Cache) => Promise<T>): Promise<T | undefined> =>
  caches
    .open(name)
    .then(work)
    .catch(() => undefined)

/** One page for every address of the app, and what it loads; all of it or nothing. */
const keepShell = async (): Promise<void> => {
  const shell = await caches.open(shellName)
  // From the service, not from the browser's own store: a mixed shell would be worse than none.
  await shell.addAll([home, ...SHELL, ...texts].map((address) => new Request(address, { cache: 'reload' })))
}

const dropOld = async (): Promise<void> => {
  const names = await caches.keys()
  const old = names.filter(
    (name) => name.startsWith('wellkept-work-') && name !== shellName && name !== photoName,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** The reader of codes for browsers without one: a megabyte that many never need stays once it has been used. */
const isReader = (url: string): boolean => /\/zxing[\w-]*\.(js|wasm)$/.test(url)

const fromShell = async (request: Request): Promise<Response> => {
  const kept = await inStore(shellName, (shell) => shell.match(request, { ignoreSearch: true }))
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && isReader(request.url))
    await inStore(shellName, (shell) => shell.put(request, answer.clone()))
  return answer
}

/** The page on the phone: it opens at once, and a newer one takes over at the next opening. */
const openPage = async (request: Request): Promise<Response> => {
  const kept = await inStore(shellName, (shell) => shell.match(home))
  return kept ?? fetch(request)
}

/** Signed addresses change with each reading; the path names the photo. */
const photoKey = (url: URL): string => url.origin + url.pathname

const photo = async (request: Request, url: URL): Promise<Response> => {
  const kept = await inStore(photoName, (photos) => photos.match(photoKey(url)))
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok)
    await inStore(photoName, async (photos) => {
      await photos.put(photoKey(url), answer.clone())
      const keys = await photos.keys()
      await Promise.all(keys.slice(0, Math.max(0, keys.length - keptPhotos)).map((key) => photos.delete(key)))
    })
  return answer
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()))
})

const claim = (): Promise<void> => worker.clients.claim()

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(claim))
  // A page that is still on its way then is not claimed, and what it loads later would need a connection.
  for (const soon of [1000, 5000, 20_000]) setTimeout(() => void claim().catch(() => undefined), soon)
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  const isOwnPage =
    request.mode === 'navigate' && (url.pathname === home || url.pathname.startsWith(`${home}/`))
  if (isOwnPage) event.respondWith(openPage(request))
  else if (url.pathname.startsWith(assets)) event.respondWith(fromShell(request))
  else if (request.destination === 'image') event.respondWith(photo(request, url))
})
