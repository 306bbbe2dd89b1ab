/**
 * Service worker of the visitor pages: the last pages opened under /q work offline, and any other code opens a form
 * without the place's issues. Network first; the cached page is used when the network fails, is busy, or takes longer
 * than four seconds. Where the browser has Background Sync, it also sends queued reports.
 */
import { flush } from './outbox.ts'
import { all, put } from './store.ts'

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface PageEvent extends WorkEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

const cacheName = 'wellkept-pages'
const maxPages = 8

/** The form for any code, of this build. */
const anyCache = `wellkept-any-${BUILD}`
const anyPage = '/q?any'

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
  if (!known)
    return await fresh.catch(async (error) => {
      const form = await caches.match(anyPage, { cacheName: anyCache })
      if (form) return form
      throw error
    })
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

addEventListener('install', (event) => {
  const fill = async () => {
    const form = await fetch(anyPage)
    if (form.ok) await (await caches.open(anyCache)).put(anyPage, form)
  }
  ;(event as WorkEvent).waitUntil(fill().catch(() => undefined))
})

addEventListener('activate', (event) => {
  const clear = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('wellkept-any-') && name !== anyCache) await caches.delete(name)
  }
  ;(event as WorkEvent).waitUntil(clear())
})

/** @throws Error while something waits, so that the browser calls again */
const sendQueued = async (): Promise<void> => {
  for (const entry of await all())
    if (entry.tries > 0 && !entry.refused && !entry.draft) await put({ ...entry, next: 0 })
  await flush(() => undefined)
  if ((await all()).some(({ tries, refused, draft }) => tries > 0 && !refused && !draft))
    throw new Error('Reports are still waiting')
}

addEventListener('sync', (event) => (event as WorkEvent).waitUntil(sendQueued()))
