/** When a page has come to rest: the live stream goes on, so the browser's own "network idle" never comes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

const underWay = new WeakMap<BrowserContext, Set<Request>>()
const restMs = 500

/** Before its first page is opened. */
export const watchRequests = (context: BrowserContext): void => {
  const requests = new Set<Request>()
  underWay.set(context, requests)
  context.on('request', (request) => {
    // The desk's stream, and that of a shared page.
    if (!new URL(request.url()).pathname.endsWith('/live')) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** Resolves when nothing but the stream was on its way for half a second. */
export const rest = async (page: Page): Promise<void> => {
  await page.waitForLoadState()
  const requests = underWay.get(page.context())
  if (!requests) throw new Error('The requests of this page are not watched')
  for (let since = Date.now(); Date.now() - since < restMs; ) {
    if (requests.size > 0) since = Date.now()
    await delay(20)
  }
}
