/** Waits for an idle page; the live stream never ends, so "networkidle" never comes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

const underWay = new WeakMap<BrowserContext, Set<Request>>()
const restMs = 500

/** Must be called before the first page is opened. */
export const watchRequests = (context: BrowserContext): void => {
  const requests = new Set<Request>()
  underWay.set(context, requests)
  context.on('request', (request) => {
    // The streams of the desk and of shared pages.
    if (!new URL(request.url()).pathname.endsWith('/live')) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** Resolves when there was no request but the stream for half a second. */
export const rest = async (page: Page): Promise<void> => {
  await page.waitForLoadState()
  const requests = underWay.get(page.context())
  if (!requests) throw new Error('The requests of this page are not watched')
  for (let since = Date.now(); Date.now() - since < restMs; ) {
    if (requests.size > 0) since = Date.now()
    await delay(20)
  }
}
