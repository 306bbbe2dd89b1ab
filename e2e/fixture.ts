/** A running service, a tenant with a room, and a browser; all are closed after the file. */
import type { Browser } from 'playwright-core'
import type { Session } from '#client/session.ts'
import type { CallOutput } from '#client/types.ts'
import type { login } from '#contracts/auth.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestPlace, type TestTenant } from '#test/world.ts'
import { freePort, type Kind, type Opened, type Options, openBrowser, openContext } from './browser.ts'

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
  /** `as`: email address of a person to sign in; the password is `password` */
  open(kind: Kind, options?: Omit<Options, 'session'> & { as?: string }): Promise<Opened>
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
    open: async (kind, { as, ...options } = {}) =>
      openContext(browser, base, kind, as ? { ...options, session: await sessionOf(as) } : options),
  }
}
