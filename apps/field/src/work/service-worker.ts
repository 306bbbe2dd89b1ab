/**
 * Keeps the shell of the technician app on the phone, so that it opens without a connection, and the photos
 * seen last. It never answers for the API: what waits to be sent is the outbox's. And it shows notifications.
 */
import { listenForPushes, type PushScope } from './push-worker.ts'

interface WorkerScope {
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      type: 'window'
      includeUncontrolled: true
    }): Promise<readonly { readonly id: string; readonly url: string }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    heard: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'fetch',
    heard: (event: {
      readonly request: Request
      readonly clientId: string
      /** of the page that is opened; older browsers do not say it */
      readonly resultingClientId?: string
      respondWith(answer: Promise<Response>): void
    }) => void,
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

/** Pages that this worker has opened, and so with its shell. */
const opened = new Set<string>()
/** Where a browser does not say which page it opens, or one stays open for weeks. */
const mostOld = 3

/** A page that runs finds what it loads later in the shell that it came with: an old one stays until no page may need it. */
const dropOld = async (): Promise<void> => {
  const [names, pages] = await Promise.all([
    caches.keys(),
    worker.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  ])
  const old = names.filter(
    (name) => name.startsWith('wellkept-work-') && name !== shellName && name !== photoName,
  )
  const isNeeded = pages.some(({ id, url }) => new URL(url).pathname.startsWith(home) && !opened.has(id))
  const over = isNeeded ? old.slice(0, -mostOld) : old
  await Promise.all(over.map((name) => caches.delete(name)))
}

/** The reader of codes for browsers without one: a megabyte that many never need stays once it has been used. */
const isReader = (url: string): boolean => /\/zxing[\w-]*\.(js|wasm)$/.test(url)

/** What an older page asks for is in its own shell; names of files change with what is in them. */
const fromOldShell = async (request: Request): Promise<Response | undefined> =>
  caches.match(request, { ignoreSearch: true })

const fromShell = async (request: Request): Promise<Response> => {
  const kept =
    (await inStore(shellName, (shell) => shell.match(request, { ignoreSearch: true }))) ??
    (await fromOldShell(request).catch(() => undefined))
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && isReader(request.url))
    await inStore(shellName, (shell) => shell.put(request, answer.clone()))
  return answer
}

/** The page on the phone: it opens at once, and a newer one takes over at the next opening. */
const openPage = async (request: Request, pageId: string | undefined): Promise<Response> => {
  const kept = await inStore(shellName, (shell) => shell.match(home))
  if (kept && pageId) opened.add(pageId)
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
  const { request, clientId, resultingClientId } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  const isOwnPage =
    request.mode === 'navigate' && (url.pathname === home || url.pathname.startsWith(`${home}/`))
  if (isOwnPage) event.respondWith(openPage(request, resultingClientId))
  else if (url.pathname.startsWith(assets)) {
    event.respondWith(fromShell(request))
    // The page that it took the place of is gone by now.
    if (opened.has(clientId)) void dropOld().catch(() => undefined)
  } else if (request.destination === 'image') event.respondWith(photo(request, url))
})
