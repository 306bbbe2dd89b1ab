/**
 * The service worker of every app for phones: precaches the shell, caches the latest photos and shows push
 * notifications. It never handles API requests; the outbox does.
 */
import { listenForPushes, type PushScope } from './pushes.ts'

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
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'fetch',
    listener: (event: {
      readonly request: Request
      readonly clientId: string
      /** client id of the opened page; missing in older browsers */
      readonly resultingClientId?: string
      respondWith(answer: Promise<Response>): void
    }) => void,
  ): void
}

const worker = self as unknown as WorkerScope
const { home, assets, others, caches: prefix, shell: files, languages, precache: shellName } = BUILT
listenForPushes(self as unknown as PushScope, BUILT)
const language = languages[new URL(location.href).searchParams.get('language') ?? '']
/** Only the language in this worker's URL; pages of older versions name none, so all are precached. */
const texts = language ? [language] : Object.values(languages)
const photoName = `${prefix}photos`
const keptPhotos = 80

/** Cache errors, such as a full phone, are ignored; responses still reach the page. */
const inStore = <T>(name: string, work: (store: Cache) => Promise<T>): Promise<T | undefined> =>
  caches
    .open(name)
    .then(work)
    .catch(() => undefined)

/** Precaches the page and all its files, all or nothing. */
const precacheShell = async (): Promise<void> => {
  const shell = await caches.open(shellName)
  // Bypass the HTTP cache: files of different versions must not be mixed.
  await shell.addAll([home, ...files, ...texts].map((address) => new Request(address, { cache: 'reload' })))
}

/** Client ids of pages that this worker served from its own precache. */
const opened = new Set<string>()
/** Maximum of old precaches, for browsers without client ids and for pages that stay open for weeks. */
const maxOldPrecaches = 3

/**
 * Deletes old precaches that no open page may need: a page loads its lazy parts from the precache that it came
 * from.
 */
const dropOld = async (): Promise<void> => {
  const [names, pages] = await Promise.all([
    caches.keys(),
    worker.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  ])
  const old = names.filter((name) => name.startsWith(prefix) && name !== shellName && name !== photoName)
  const isNeeded = pages.some(({ id, url }) => new URL(url).pathname.startsWith(home) && !opened.has(id))
  const over = isNeeded ? old.slice(0, -maxOldPrecaches) : old
  await Promise.all(over.map((name) => caches.delete(name)))
}

/** The zxing QR reader (1 MB) is cached only after its first use. */
const isReader = (url: string): boolean => /\/zxing[\w-]*\.(js|wasm)$/.test(url)

/** Finds a file of an older page in an old precache; file names contain a hash. */
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

/** Serves the page from the precache; a newer version is used the next time. */
const openPage = async (request: Request, pageId: string | undefined): Promise<Response> => {
  const kept = await inStore(shellName, (shell) => shell.match(home))
  if (kept && pageId) opened.add(pageId)
  return kept ?? fetch(request)
}

/** The query of a signed URL changes each time, so the path is the cache key. */
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
  event.waitUntil(precacheShell().then(() => worker.skipWaiting()))
})

const claim = (): Promise<void> => worker.clients.claim()

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(claim))
  // Claim again a few times: a page that is still loading is not claimed, and its lazy parts would need a
  // connection.
  for (const soon of [1000, 5000, 20_000]) setTimeout(() => void claim().catch(() => undefined), soon)
})

const isBelow = (path: string, address: string): boolean => path === address || path.startsWith(`${address}/`)

worker.addEventListener('fetch', (event) => {
  const { request, clientId, resultingClientId } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  const isOwnPage =
    request.mode === 'navigate' &&
    isBelow(url.pathname, home) &&
    !others.some((other) => isBelow(url.pathname, other))
  if (isOwnPage) event.respondWith(openPage(request, resultingClientId))
  else if (url.pathname.startsWith(assets)) {
    event.respondWith(fromShell(request))
    // The page that this one replaced is closed by now.
    if (opened.has(clientId)) void dropOld().catch(() => undefined)
  } else if (request.destination === 'image') event.respondWith(photo(request, url))
})
