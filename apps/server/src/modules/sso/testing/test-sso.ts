/** For tests: a browser with cookies, and tenants with single sign-on. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { Sso, SsoChanges } from '#contracts/sso.ts'
import { type Reply, startTestServer, type TestServer } from '../../../../test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '../../../../test/world.ts'

export const base = 'https://feedback.test'

export const startSsoServer = (env: Record<string, string> = {}): Promise<TestServer> =>
  startTestServer({ own: false, env: { BASE_URL: base, WEBHOOK_ALLOW_PRIVATE: 'true', ...env } })

export interface Visit {
  readonly status: number
  readonly location: string | undefined
  readonly text: string
  readonly headers: Headers
}

export interface Browser {
  readonly cookies: Map<string, string>
  /** @param target a URL of this service or its path */
  open(target: string, options?: { form?: Record<string, string> | string; type?: string }): Promise<Visit>
}

/** Follows no redirect; sends every cookie that it received. */
export const openBrowser = (server: TestServer): Browser => {
  const cookies = new Map<string, string>()
  return {
    cookies,
    open: async (target, { form, type } = {}) => {
      const path = target.startsWith(base) ? target.slice(base.length) : target
      assert.ok(path.startsWith('/'), `${target} leads away`)
      const response = await fetch(server.base + path, {
        method: form === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form === undefined ? {} : { 'content-type': type ?? 'application/x-www-form-urlencoded' }),
        },
        ...(form === undefined
          ? {}
          : { body: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return {
        status: response.status,
        location: response.headers.get('location') ?? undefined,
        text: await response.text(),
        headers: response.headers,
      }
    },
  }
}

export interface SsoTenant extends TestTenant {
  readonly slug: string
  /** unique; its administrator has a verified address in it */
  readonly domain: string
  readonly chief: TestPerson
  read(): Promise<Sso>
  put(body: SsoChanges | Record<string, unknown>): Promise<Reply<Sso>>
  /** @throws unless it is accepted */
  set(body: Record<string, unknown>): Promise<Sso>
  /** number of sessions */
  sessions(): Promise<number>
  roles(email: string): Promise<string[]>
}

export const adminPassword = 'correct horse battery staple'

let count = 0

export const createSsoTenant = async (server: TestServer, plan: Plan = 'ENTERPRISE'): Promise<SsoTenant> => {
  const tenant = await createTenant(server, { plan })
  const domain = `firm-${++count}-${tenant.id.slice(-6)}.example`
  const chief = await tenant.person(['ADMIN'], { email: `chief@${domain}`, password: adminPassword })
  const { token } = chief
  const put = (body: unknown) => server.call<Sso>('PUT', '/api/admin/sso', { token, body })
  return {
    ...tenant,
    slug: `tenant-${tenant.id}`,
    domain,
    chief,
    put,
    read: async () => {
      const reply = await server.call<Sso>('GET', '/api/admin/sso', { token })
      assert.equal(reply.status, 200, reply.text)
      return reply.json.data
    },
    set: async (body) => {
      const reply = await put(body)
      assert.equal(reply.status, 200, reply.text)
      return reply.json.data
    },
    sessions: () =>
      tenant.inside(async (ctx) => {
        const [row] = await ctx.run<{ n: number }>('select count(*) as n from session where tenant_id = $1', [
          ctx.tenantId,
        ])
        return row?.n ?? 0
      }),
    roles: (email) =>
      tenant.inside(async (ctx) => {
        const [row] = await ctx.run<{ roles: string[] }>(
          'select roles from app_user where tenant_id = $1 and email = $2 and removed_at is null',
          [ctx.tenantId, email],
        )
        return row?.roles ?? []
      }),
  }
}

export interface OidcProvider {
  readonly issuer: string
  readonly server: OAuth2Server
  /** claims of the next ID tokens, over the defaults; undefined removes a claim */
  says: Record<string, unknown>
  /** changes the next token only */
  forge: ((token: MutableToken) => void) | undefined
}

export const startOidcProvider = async (): Promise<OidcProvider> => {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  after(() => server.stop())
  const provider: OidcProvider = { issuer: server.issuer.url ?? '', server, says: {}, forge: undefined }
  server.service.on('beforeTokenSigning', (token: MutableToken) => {
    if (token.payload.aud === undefined) return
    Object.assign(token.payload, provider.says)
    provider.forge?.(token)
    provider.forge = undefined
  })
  return provider
}

export const oidcOf = (provider: OidcProvider) => ({
  protocol: 'OIDC',
  oidc: { issuer: provider.issuer, clientId: 'wellkept', clientSecret: 'a secret of the provider' },
})

/** What the browser does at the provider: signs in and is redirected back. */
export const atProvider = async (address: string): Promise<string> => {
  const response = await fetch(address, { redirect: 'manual' })
  assert.equal(response.status, 302, await response.text())
  return response.headers.get('location') ?? ''
}

/** The whole sign-in, from its start to the browser's last page. */
export const completeSignIn = async (browser: Browser, start: string): Promise<Visit> => {
  const left = await browser.open(start)
  assert.equal(left.status, 303, left.text)
  return browser.open(await atProvider(left.location ?? ''))
}

/** The cookie that binds the token to the browser. */
const passCookieOf = ({ headers }: Visit): string =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('wk_sso_pass='))
    ?.split(';')[0] ?? ''

/** Redeems the one-time token of the last redirect at the API. */
export const signInWith = async (server: TestServer, visit: Visit, cookie = passCookieOf(visit)) => {
  assert.equal(visit.status, 303, visit.text)
  const token = /^\/app\/sign-in(?:\?[^#]*)?#sso=([\w-]{59})$/.exec(visit.location ?? '')?.[1]
  assert.ok(token, `${visit.location}`)
  return server.call<{
    user: { id: string; email: string; roles: string[] }
    tokens: { accessToken: string }
  }>('GET', `/api/auth/magic-link/verify?token=${token}`, { headers: { cookie } })
}

/** Tests the configuration as its administrator does, so that SSO can be required. */
export const testConfiguration = async (server: TestServer, tenant: SsoTenant): Promise<void> => {
  const { testUrl } = await tenant.read()
  const visit = await completeSignIn(openBrowser(server), testUrl ?? '')
  assert.equal(visit.status, 200, visit.text)
}

/** Tenants of one OIDC provider, ready for sign-in. */
export const openStage = (server: TestServer, provider: OidcProvider) => {
  let subjects = 0
  /** the next person that the provider returns */
  const speakOf = (email: string, more: Record<string, unknown> = {}): void => {
    provider.says = { sub: `subject-${++subjects}`, email, ...more }
  }
  const ready = async (more: Record<string, unknown> = {}): Promise<SsoTenant> => {
    const tenant = await createSsoTenant(server)
    await tenant.set({
      enabled: true,
      ...oidcOf(provider),
      domains: [tenant.domain],
      justInTime: true,
      defaultRoles: ['TECHNICIAN'],
      ...more,
    })
    speakOf(tenant.chief.email)
    return tenant
  }
  /** only its administrator may sign in without SSO */
  const enforced = async (): Promise<SsoTenant> => {
    const tenant = await ready()
    await testConfiguration(server, tenant)
    await tenant.set({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id] })
    return tenant
  }
  const visit = (tenant: SsoTenant): Promise<Visit> =>
    completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  return { speakOf, ready, enforced, visit }
}
