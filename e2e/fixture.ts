/** A running service, a tenant with a room, and a browser; all are closed after the file. */
import { createServer } from 'node:net'
import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Session, sessionKey } from '#client/session.ts'
import type { CallOutput } from '#client/types.ts'
import type { login } from '#contracts/auth.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#test/server.ts'
import { shared } from '#test/shared.ts'
import { createPlace, createTenant, type TestPerson, type TestPlace, type TestTenant } from '#test/world.ts'
import { chromiumPath } from '../scripts/chromium.ts'
import { watchRequests } from './quiet.ts'

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Below the range of outgoing connections, so that none of them takes the port first. */
const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

export const password = 'a-lamp-under-the-stairs'

export interface Fixture {
  readonly server: TestServer
  readonly base: string
  readonly browser: Browser
  readonly tenant: TestTenant
  readonly place: TestPlace
  readonly people: {
    readonly admin: TestPerson
    readonly manager: TestPerson
    readonly technician: TestPerson
  }
  /** a phone of 320 px or a desk of 1440 px; page errors and requests to unlisted hosts fail the test */
  open(
    kind: 'phone' | 'desk',
    options?: {
      javaScriptEnabled?: boolean
      locale?: string
      timezoneId?: string
      hosts?: readonly string[]
      /** email address of a person to sign in; the password is `password` */
      as?: string
    },
  ): Promise<{ context: BrowserContext; page: Page; faults: string[] }>
}

const launch = async (): Promise<Browser> => {
  const { executablePath, args } = await chromiumPath()
  return chromium.launch({ executablePath, args, headless: true })
}

/** Shared by all files of a process; what a file opens in it is closed with the file. */
const openBrowser = async (): Promise<Browser> => {
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

export const openFixture = async ({
  env,
  ...options
}: Pick<TestServerOptions, 'limits' | 'env' | 'mailFolder'> = {}): Promise<Fixture> => {
  const port = await freePort()
  const base = `http://localhost:${port}`
  const server = await startTestServer({
    ...options,
    port,
    env: { ...env, BASE_URL: base, PORT: String(port) },
  })
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { name: 'Washroom north' })
  const people = {
    admin: await tenant.person(['ADMIN'], { email: 'admin@stage.example', password }),
    manager: await tenant.person(['MANAGER'], { email: 'manager@stage.example', password }),
    technician: await tenant.person(['TECHNICIAN'], { email: 'technician@stage.example', password }),
  }
  const browser = await openBrowser()
  /** As the sign-in page leaves it. */
  const sessionOf = async (email: string): Promise<Session> => {
    const { json } = await server.call<CallOutput<typeof login>>('POST', '/api/auth/login', {
      body: { email, password },
    })
    return { ...json.data.tokens, user: json.data.user }
  }
  return {
    server,
    base,
    browser,
    tenant,
    place,
    people,
    open: async (kind, { hosts = [], as, ...more } = {}) => {
      const kept = as && [{ name: sessionKey, value: JSON.stringify(await sessionOf(as)) }]
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
        if (!/^(data|blob):/.test(request.url()) && ![`localhost:${port}`, ...hosts].includes(host))
          faults.push(`another host was asked: ${request.url()}`)
      })
      return { context, page, faults }
    },
  }
}
