/** A running service, a tenant with a room, and a browser; put away when the file is done. */
import { createServer } from 'node:net'
import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { startTestServer, type TestServer, type TestServerOptions } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestPlace, type TestTenant } from '#test/world.ts'
import { chromiumPath } from '../scripts/chromium.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const password = 'a-lamp-under-the-stairs'

export interface Stage {
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
  /** a phone of 320 px or a desk of 1440 px; faults of the page are collected, calls of hosts not named are faults */
  open(
    kind: 'phone' | 'desk',
    options?: { javaScriptEnabled?: boolean; locale?: string; hosts?: readonly string[] },
  ): Promise<{ context: BrowserContext; page: Page; faults: string[] }>
}

export const openStage = async ({
  env,
  ...options
}: Pick<TestServerOptions, 'limits' | 'env' | 'mailFolder'> = {}): Promise<Stage> => {
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
  const { executablePath, args } = await chromiumPath()
  const browser = await chromium.launch({ executablePath, args, headless: true })
  after(() => browser.close())
  return {
    server,
    base,
    browser,
    tenant,
    place,
    people,
    open: async (kind, { hosts = [], ...more } = {}) => {
      const context = await browser.newContext({
        viewport: kind === 'phone' ? { width: 320, height: 640 } : { width: 1440, height: 900 },
        hasTouch: kind === 'phone',
        locale: 'en-GB',
        ...more,
      })
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
