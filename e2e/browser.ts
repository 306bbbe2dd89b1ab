/** A free port, a browser, and pages in it whose faults are collected. */
import { createServer } from 'node:net'
import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Realm, staff } from '#client/realms.ts'
import type { Session } from '#client/session.ts'
import { shared } from '#test/shared.ts'
import { chromiumPath } from '../scripts/chromium.ts'
import { watchRequests } from './quiet.ts'

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Below the range of outgoing connections, so that none of them takes the port first. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

const launch = async (): Promise<Browser> => {
  const { executablePath, args } = await chromiumPath()
  return chromium.launch({ executablePath, args, headless: true })
}

/** Shared by all files of a process; what a file opens in it is closed with the file. */
export const openBrowser = async (): Promise<Browser> => {
  const common = await shared('browser', async () => {
    const browser = await launch()
    return [browser, () => browser.close()]
  })
  const browser = common ?? (await launch())
  after(async () => {
    for (const context of browser.contexts()) await context.close()
    if (!common) await browser.close()
  })
  return browser
}

export type Kind = 'phone' | 'desk'

export interface Options {
  readonly javaScriptEnabled?: boolean
  readonly locale?: string
  readonly timezoneId?: string
  /** Requests that a service worker lets pass are not always seen by `page.route`. */
  readonly serviceWorkers?: 'block'
  /** further hosts that the page may ask */
  readonly hosts?: readonly string[]
  /** as the sign-in page leaves it */
  readonly session?: Session
  /** whose session it is; default: staff */
  readonly realm?: Realm
}

export interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  readonly faults: string[]
}

/** A phone of 320 px or a desk of 1440 px; page errors and requests to unlisted hosts are faults. */
export const openContext = async (
  browser: Browser,
  base: string,
  kind: Kind,
  { hosts = [], session, realm = staff, ...more }: Options,
): Promise<Opened> => {
  const kept = session && [{ name: realm.key, value: JSON.stringify(session) }]
  const context = await browser.newContext({
    ...(kept ? { storageState: { cookies: [], origins: [{ origin: base, localStorage: kept }] } } : {}),
    viewport: kind === 'phone' ? { width: 320, height: 640 } : { width: 1440, height: 900 },
    hasTouch: kind === 'phone',
    locale: 'en-GB',
    ...more,
  })
  watchRequests(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/status of 4\d\d|net::ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(message.text())
    )
      faults.push(message.text())
  })
  page.on('request', (request) => {
    const host = new URL(request.url()).host
    if (!/^(data|blob):/.test(request.url()) && ![new URL(base).host, ...hosts].includes(host))
      faults.push(`another host was asked: ${request.url()}`)
  })
  return { context, page, faults }
}
