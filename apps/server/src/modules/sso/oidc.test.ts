import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  atProvider,
  base,
  completeSignIn,
  createSsoTenant,
  oidcOf,
  openBrowser,
  signInWith,
  startOidcProvider,
  startSsoServer,
} from './testing/test-sso.ts'

const server = await startSsoServer()
const provider = await startOidcProvider()
const stranger = await startOidcProvider()

const ready = async (more: Record<string, unknown> = {}) => {
  const tenant = await createSsoTenant(server)
  await tenant.set({
    enabled: true,
    ...oidcOf(provider),
    domains: [tenant.domain],
    justInTime: true,
    defaultRoles: ['TECHNICIAN'],
    ...more,
  })
  provider.says = { sub: `person-of-${tenant.slug}`, email: `ana@${tenant.domain}`, name: 'Ana Ruiz' }
  return tenant
}

test('A person of a claimed domain signs in by OIDC and gets tokens once', async () => {
  const tenant = await ready()
  const browser = openBrowser(server)
  const start = await browser.open(
    `/sso/start?email=ana@${tenant.domain.toUpperCase()}&returnTo=/app/tasks?page=2`,
  )
  assert.equal(start.status, 303)
  assert.equal(start.location, `/sso/${tenant.slug}/login?returnTo=%2Fapp%2Ftasks%3Fpage%3D2`)
  const left = await browser.open(start.location ?? '')
  assert.equal(left.status, 303)
  const asked = new URL(left.location ?? '')
  assert.equal(asked.origin, new URL(provider.issuer).origin)
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  assert.equal(asked.searchParams.get('redirect_uri'), `${base}/sso/${tenant.slug}/callback`)
  assert.equal(asked.searchParams.get('scope'), 'openid email profile')
  assert.equal(left.headers.get('cache-control'), 'no-store')
  const cookie = left.headers.getSetCookie()[0] ?? ''
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', `Path=/sso/${tenant.slug}`, 'Max-Age=600'])
    assert.ok(cookie.includes(part), cookie)
  const back = await browser.open(await atProvider(left.location ?? ''))
  assert.match(back.location ?? '', /^\/app\/sign-in\?next=%2Fapp%2Ftasks%3Fpage%3D2#sso=/)
  assert.deepEqual([...browser.cookies.keys()], ['wk_sso_pass'])
  const before = await tenant.sessions()
  const signedIn = await signInWith(server, back)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal(signedIn.json.data.user.email, `ana@${tenant.domain}`)
  assert.deepEqual(signedIn.json.data.user.roles, ['TECHNICIAN'])
  assert.equal(await tenant.sessions(), before + 1)
  const me = await server.call<{ user: { name: string } }>('GET', '/api/auth/me', {
    token: signedIn.json.data.tokens.accessToken,
  })
  assert.equal(me.json.data.user.name, 'Ana Ruiz')
  assert.equal((await signInWith(server, back)).status, 401)
  assert.equal(await tenant.sessions(), before + 1)
})

test('The one-time token lives one minute', async () => {
  const tenant = await ready()
  const back = await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  server.clock.advance(61_000)
  assert.equal((await signInWith(server, back)).status, 401)
})

/** Each returns the browser in a wrong way; none may sign anybody in. */
const refusals: Record<string, (tenant: Awaited<ReturnType<typeof ready>>) => Promise<{ status: number }>> = {
  'a state that was never given': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const back = new URL(await atProvider(left.location ?? ''))
    const state = back.searchParams.get('state') ?? ''
    back.searchParams.set(
      'state',
      `${state.slice(0, -3)}${state.at(-3) === 'A' ? 'B' : 'A'}${state.slice(-2)}`,
    )
    return browser.open(back.href)
  },
  'no state': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const back = new URL(await atProvider(left.location ?? ''))
    back.searchParams.delete('state')
    return browser.open(back.href)
  },
  'two states': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const back = await atProvider(left.location ?? '')
    return browser.open(`${back}&state=x`)
  },
  'another browser': async (tenant) => {
    const left = await openBrowser(server).open(`/sso/${tenant.slug}/login`)
    return openBrowser(server).open(await atProvider(left.location ?? ''))
  },
  'a cookie of another sign-in': async (tenant) => {
    const left = await openBrowser(server).open(`/sso/${tenant.slug}/login`)
    const other = openBrowser(server)
    await other.open(`/sso/${tenant.slug}/login`)
    const [value = ''] = other.cookies.values()
    const own = /^([^=]+)=/.exec(left.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
    other.cookies.set(own, value)
    return other.open(await atProvider(left.location ?? ''))
  },
  'an answer that was used': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const kept = new Map(browser.cookies)
    const back = await atProvider(left.location ?? '')
    assert.equal((await browser.open(back)).status, 303)
    for (const [name, value] of kept) browser.cookies.set(name, value)
    return browser.open(back)
  },
  'a code of another sign-in': async (tenant) => {
    const browser = openBrowser(server)
    const [one, two] = [
      await browser.open(`/sso/${tenant.slug}/login`),
      await browser.open(`/sso/${tenant.slug}/login`),
    ]
    const first = new URL(await atProvider(one.location ?? ''))
    const second = new URL(await atProvider(two.location ?? ''))
    // The code was issued for another PKCE challenge, which the provider detects.
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    return browser.open(first.href)
  },
  'an invented code': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const back = new URL(await atProvider(left.location ?? ''))
    back.searchParams.set('code', 'invented')
    return browser.open(back.href)
  },
  'an error of the provider': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const back = new URL(await atProvider(left.location ?? ''))
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    return browser.open(back.href)
  },
  'an answer after eleven minutes': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    server.clock.advance(11 * 60_000)
    return browser.open(await atProvider(left.location ?? ''))
  },
  "another tenant's callback": async (tenant) => {
    const other = await createSsoTenant(server)
    await other.set({
      enabled: true,
      ...oidcOf(provider),
      domains: [other.domain],
      justInTime: true,
      defaultRoles: ['ADMIN'],
    })
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    const back = await atProvider(left.location ?? '')
    return browser.open(back.replace(tenant.slug, other.slug))
  },
  'an issuer mix-up': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    return browser.open(`${await atProvider(left.location ?? '')}&iss=${encodeURIComponent(stranger.issuer)}`)
  },
  'a configuration that was changed on the way': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    await tenant.set({ enabled: true, defaultRoles: ['MANAGER'] })
    return browser.open(await atProvider(left.location ?? ''))
  },
  'SSO that was switched off on the way': async (tenant) => {
    const browser = openBrowser(server)
    const left = await browser.open(`/sso/${tenant.slug}/login`)
    await tenant.set({ enabled: false })
    return browser.open(await atProvider(left.location ?? ''))
  },
}

const now = (): number => Math.floor(Date.now() / 1000)

/** Each changes the claims of the ID token before it is signed. */
const forged: Record<string, (payload: Record<string, unknown>, header: Record<string, unknown>) => void> = {
  'another nonce': (payload) => Object.assign(payload, { nonce: 'another' }),
  'no nonce': (payload) => Object.assign(payload, { nonce: undefined }),
  'another audience': (payload) => Object.assign(payload, { aud: 'another-application' }),
  'several audiences and another party': (payload) =>
    Object.assign(payload, { aud: ['wellkept', 'another'], azp: 'another' }),
  'another party, though this is the only audience': (payload) => Object.assign(payload, { azp: 'another' }),
  'an issue in the future': (payload) => Object.assign(payload, { iat: now() + 600 }),
  'another issuer': (payload) => Object.assign(payload, { iss: stranger.issuer }),
  'no issuer': (payload) => Object.assign(payload, { iss: undefined }),
  'an end in the past': (payload) => Object.assign(payload, { exp: now() - 120 }),
  'no end': (payload) => Object.assign(payload, { exp: undefined }),
  'a beginning in the future': (payload) => Object.assign(payload, { nbf: now() + 600 }),
  'no subject': (payload) => Object.assign(payload, { sub: undefined }),
  'a key that nobody knows': (_payload, header) => Object.assign(header, { kid: 'another' }),
  'no address': (payload) => Object.assign(payload, { email: undefined }),
  'an address that is none': (payload) => Object.assign(payload, { email: 'ana' }),
  'an address that is not verified': (payload) => Object.assign(payload, { email_verified: false }),
  'an address of another domain': (payload) => Object.assign(payload, { email: 'ana@elsewhere.example' }),
  'an address with the domain before the at sign': (payload) =>
    Object.assign(payload, { email: `${String(payload.email)}@elsewhere.example` }),
}

const headed = (alg: string): string => Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')

/** Each signs the ID token wrongly. */
const resigned: Record<string, (header: string, payload: string, signature: string) => string> = {
  'a signature by the client secret': (_header, payload) => {
    const signed = `${headed('HS256')}.${payload}`
    const mac = createHmac('sha256', 'a secret of the provider').update(signed).digest('base64url')
    return `${signed}.${mac}`
  },
  'no signature': (_header, payload) => `${headed('none')}.${payload}.`,
  'a signature that was changed': (header, payload, signature) =>
    `${header}.${payload}.${signature.replace(/.{8}$/, 'AAAAAAAA')}`,
}

test('No invalid OIDC answer signs anybody in', async () => {
  let accepted = 0
  let counted = 0
  const check = async (name: string, tenant: Awaited<ReturnType<typeof ready>>, status: number) => {
    counted++
    if (status === 303 || status === 200) accepted++
    assert.ok([401, 403, 404].includes(status), `${name}: ${status}`)
    const links = await tenant.inside((ctx) =>
      ctx.run<{ n: number }>(
        "select count(*) as n from mail_link where tenant_id = $1 and kind = 'SSO' and used_at is null",
        [ctx.tenantId],
      ),
    )
    // The replay starts with a valid answer.
    assert.equal(links[0]?.n, name === 'an answer that was used' ? 1 : 0, name)
  }
  for (const [name, attempt] of Object.entries(refusals)) {
    const tenant = await ready()
    await check(name, tenant, (await attempt(tenant)).status)
  }
  for (const [name, change] of Object.entries(forged)) {
    const tenant = await ready()
    provider.forge = ({ payload, header }) => change(payload, header)
    await check(name, tenant, (await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)).status)
  }
  for (const [name, resign] of Object.entries(resigned)) {
    const tenant = await ready()
    provider.server.service.once('beforeResponse', (response: { body: Record<string, unknown> }) => {
      const [header = '', payload = '', signature = ''] = String(response.body.id_token).split('.')
      response.body.id_token = resign(header, payload, signature)
    })
    await check(name, tenant, (await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)).status)
  }
  console.log(`${counted} wrong answers of OIDC, ${accepted} accepted`)
  assert.equal(accepted, 0)
  assert.ok(counted >= 30)
})

test('A subject stays the same member when the address changes at the provider', async () => {
  const tenant = await ready()
  await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  provider.says.email = `ana.new@${tenant.domain}`
  const back = await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  assert.equal((await signInWith(server, back)).json.data.user.email, `ana@${tenant.domain}`)
})

test('An address that the provider gives to another subject does not take over the account', async () => {
  const tenant = await ready()
  await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  provider.says.sub = 'another-person'
  const back = await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  assert.equal(back.status, 403)
  assert.match(back.text, /another person/)
})

test('Claims missing in the ID token are read from the provider’s userinfo endpoint', async () => {
  const tenant = await ready({
    roleMapping: [{ claim: 'realm_access.roles', value: 'leads', roles: ['MANAGER'] }],
  })
  provider.says = { sub: 'johndoe' }
  provider.server.service.once('beforeUserinfo', (answer: { body: Record<string, unknown> }) => {
    answer.body.email = `joe@${tenant.domain}`
    answer.body.realm_access = { roles: ['others', 'leads'] }
  })
  const signedIn = await signInWith(
    server,
    await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`),
  )
  assert.deepEqual(signedIn.json.data.user.roles, ['MANAGER'])
})

test('A provider that cannot be reached gives an explanation, quickly', async () => {
  const tenant = await ready()
  await tenant.set({
    enabled: true,
    oidc: { issuer: 'http://localhost:1/', clientId: 'x', clientSecret: null },
  })
  const before = Date.now()
  const visit = await openBrowser(server).open(`/sso/${tenant.slug}/login`)
  assert.equal(visit.status, 503)
  assert.match(visit.text, /cannot be reached/)
  assert.ok(Date.now() - before < 20_000)
})
