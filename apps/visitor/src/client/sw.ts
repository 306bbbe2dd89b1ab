/**
 * Service worker of the visitor pages: the last pages opened under /q work offline. Network first; the cached
 * page is used when the network fails, is busy, or takes longer than four seconds.
 */
interface PageEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
  waitUntil(work: Promise<unknown>): void
}

const cacheName = 'wellkept-pages'
const maxPages = 8

const keyOf = (url: string): string | null => {
  const { origin, pathname } = new URL(url)
  const found = /^\/q\/([^/]+)\/?$/i.exec(pathname)
  if (!found || origin !== location.origin) return null
  return `/q/${decodeURIComponent(found[1] ?? '')
    .replace(/[\s-]/g, '')
    .toUpperCase()}`
}

const keep = async (key: string, page: Response): Promise<void> => {
  const pages = await caches.open(cacheName)
  await pages.delete(key)
  await pages.put(key, page)
  const keys = await pages.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxPages)).map((old) => pages.delete(old)))
}

const answer = async (event: PageEvent, key: string): Promise<Response> => {
  const fresh = fetch(event.request).then(async (page) => {
    if (page.ok) await keep(key, page.clone())
    return page
  })
  event.waitUntil(fresh.catch(() => undefined))
  const known = await (await caches.open(cacheName)).match(key)
  if (!known) return await fresh
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, 4000, undefined))
  const page = await Promise.race([fresh.catch(() => undefined), slow])
  return !page || page.status === 429 || page.status >= 500 ? known : page
}

addEventListener('fetch', (event) => {
  const page = event as PageEvent
  if (page.request.mode !== 'navigate' || page.request.method !== 'GET') return
  const key = keyOf(page.request.url)
  if (key) page.respondWith(answer(page, key))
})
