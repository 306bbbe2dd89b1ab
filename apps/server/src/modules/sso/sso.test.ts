import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { metadataOf } from './test-saml-provider.ts'
import {
  base,
  chiefPassword,
  createSsoTenant,
  goThrough,
  oidcOf,
  openBrowser,
  proveIt,
  type SsoTenant,
  signInWith,
  startOidcProvider,
  startSsoServer,
} from './test-sso.ts'

const server = await startSsoServer()
const provider = await startOidcProvider()
const own = await makeSigningCertificate('idp.example.com', new Date())

let subjects = 0
/** The next person whom the provider tells about. */
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

const enforced = async (more: Record<string, unknown> = {}): Promise<SsoTenant> => {
  const tenant = await ready({ breakGlassUserIds: [], ...more })
  await proveIt(server, tenant)
  await tenant.set({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id] })
  return tenant
}

const visit = (tenant: SsoTenant) => goThrough(openBrowser(server), `/sso/${tenant.slug}/login`)

test('GET /api/admin/sso shows what is set without its secrets, and what the provider must know', async () => {
  const tenant = await createSsoTenant(server)
  const empty = await tenant.read()
  assert.equal(empty.state, 'OFF')
  assert.equal(empty.protocol, null)
  assert.equal(empty.testUrl, null)
  assert.equal(empty.service.oidc.redirectUri, `${base}/sso/${tenant.slug}/callback`)
  const reply = await tenant.put({
    enabled: true,
    ...oidcOf(provider),
    domains: [` ${tenant.domain.toUpperCase()} `],
  })
  assert.equal(reply.status, 200, reply.text)
  const set = await tenant.read()
  assert.deepEqual(set.oidc, {
    issuer: provider.issuer,
    clientId: 'wellkept',
    clientSecretSet: true,
    scopes: ['email', 'profile'],
  })
  assert.deepEqual(set.domains, [tenant.domain])
  assert.equal(set.state, 'TESTING')
  assert.equal(set.configurationVersion, 1)
  const secret = oidcOf(provider).oidc.clientSecret
  assert.ok(!reply.text.includes(secret))
  const stored = await tenant.inside((ctx) =>
    ctx.run<{ client_secret: string }>('select client_secret from sso_configuration where tenant_id = $1', [
      ctx.tenantId,
    ]),
  )
  assert.ok(stored[0]?.client_secret && !stored[0].client_secret.includes(secret))
})

test('What is left out of a PUT stays; If-Match is honoured; only what a sign-in depends on counts as another configuration', async () => {
  const tenant = await ready()
  const before = await tenant.read()
  const same = await tenant.set({
    enabled: true,
    oidc: oidcOf(provider).oidc,
    breakGlassUserIds: [tenant.chief.id],
  })
  assert.equal(same.configurationVersion, before.configurationVersion)
  assert.equal(same.version, before.version + 1)
  assert.deepEqual(same.breakGlassUserIds, [tenant.chief.id])
  const other = await tenant.set({
    enabled: true,
    oidc: { ...oidcOf(provider).oidc, clientSecret: 'another' },
  })
  assert.equal(other.configurationVersion, before.configurationVersion + 1)
  const off = await tenant.set({ enabled: false })
  assert.equal(off.state, 'OFF')
  assert.equal(off.configurationVersion, other.configurationVersion)
  assert.deepEqual(off.domains, [tenant.domain])
  const late = await server.call('PUT', '/api/admin/sso', {
    token: tenant.chief.token,
    body: { enabled: true },
    headers: { 'if-match': `"${before.version}"` },
  })
  assert.equal(late.status, 412)
})

test('PUT /api/admin/sso refuses what cannot work, with the place of each fault', async () => {
  const tenant = await createSsoTenant(server)
  const foreign = await createSsoTenant(server)
  const short = metadataOf([own.certificate]).replace('HTTP-Redirect', 'HTTP-Artifact')
  const all = { enabled: true, ...oidcOf(provider), domains: [tenant.domain] }
  const faults: [Record<string, unknown>, string][] = [
    [{ enabled: true }, 'body.oidc'],
    [{ enabled: true, protocol: 'OIDC' }, 'body.oidc'],
    [{ enabled: true, protocol: 'SAML' }, 'body.saml'],
    [{ ...all, domains: [] }, 'body.domains'],
    [{ ...all, domains: ['gmail.com'] }, 'body.domains.0'],
    [{ ...all, domains: [tenant.domain, 'not a domain'] }, 'body.domains.1'],
    [{ ...all, domains: ['localhost'] }, 'body.domains.0'],
    [{ ...all, domains: ['unproven.example'] }, 'body.domains.0'],
    [{ ...all, domains: [`sub.${tenant.domain}`] }, 'body.domains.0'],
    [{ ...all, breakGlassUserIds: [tenant.technician.id] }, 'body.breakGlassUserIds'],
    [{ ...all, protocol: 'SAML', saml: { metadata: '<x/>' } }, 'body.saml.metadata'],
    [{ ...all, protocol: 'SAML', saml: { metadata: short } }, 'body.saml.metadata'],
    [{ ...all, protocol: 'SAML', saml: { metadata: `<!DOCTYPE x>${short}` } }, 'body.saml.metadata'],
    [{ ...all, protocol: 'SAML', saml: { metadata: metadataOf([]) } }, 'body.saml.metadata'],
    [{ ...all, protocol: 'SAML', saml: { entityId: 'x' } }, 'body.saml'],
    [
      { ...all, saml: { entityId: 'x', ssoUrl: 'javascript:alert(1)', certificates: [own.certificate] } },
      'body.saml.ssoUrl',
    ],
    [{ ...all, saml: { entityId: 'x', ssoUrl: base, certificates: ['no'] } }, 'body.saml.certificates.0'],
    [{ ...all, roleMapping: [{ claim: 'a', value: 'b', roles: [] }] }, 'body.roleMapping.0.roles'],
  ]
  for (const [body, path] of faults) {
    const reply = await tenant.put(body)
    assert.equal(reply.status, 400, `${JSON.stringify(body).slice(0, 200)}: ${reply.text}`)
    assert.equal(reply.json.details?.[0]?.path, path, reply.text)
  }
  for (const id of [foreign.chief.id, '0199c0de-0000-7000-8000-000000000001'])
    assert.equal((await tenant.put({ ...all, breakGlassUserIds: [id] })).status, 404)
  assert.equal((await tenant.read()).protocol, null)
})

test('An issuer or a metadata address inside somebody’s network is refused', async () => {
  const strict = await startSsoServer({ WEBHOOK_ALLOW_PRIVATE: 'false' })
  const tenant = await createSsoTenant(strict)
  for (const issuer of [
    'https://10.0.0.1',
    'https://127.0.0.1:8443',
    'https://localhost',
    'https://[::1]',
    'https://[::ffff:169.254.169.254]',
    'https://2130706433',
    'https://metadata.google.internal',
    'http://login.example.com',
    'https://user:pw@login.example.com',
    'https://login.example.com:22',
  ]) {
    const oidc = { issuer, clientId: 'x', clientSecret: 'y' }
    const reply = await tenant.put({ enabled: true, protocol: 'OIDC', oidc, domains: [tenant.domain] })
    assert.equal(reply.status, 400, issuer)
    assert.equal(reply.json.details?.[0]?.path, 'body.oidc.issuer')
    const metadata = metadataOf([own.certificate]).replaceAll('https://idp.example.com', issuer)
    const saml = await tenant.put({
      enabled: true,
      protocol: 'SAML',
      saml: { metadata },
      domains: [tenant.domain],
    })
    assert.equal(saml.json?.details?.[0]?.path, 'body.saml.metadata', issuer)
  }
})

test('A stored client secret is not handed to another issuer', async () => {
  const tenant = await ready()
  const moved = { issuer: 'https://elsewhere.example.com', clientId: 'wellkept' }
  const reply = await tenant.put({ enabled: true, oidc: moved })
  assert.equal(reply.json.details?.[0]?.path, 'body.oidc.clientSecret')
  assert.equal((await tenant.put({ enabled: true, oidc: { ...moved, clientSecret: null } })).status, 200)
  assert.equal((await tenant.read()).oidc?.clientSecretSet, false)
})

test('A domain is claimed by one tenant, also when two claim it at once, and is free when it is given back', async () => {
  const [one, two] = [await createSsoTenant(server), await createSsoTenant(server)]
  const domain = `shared-${one.id.slice(-6)}.example`
  await one.person(['ADMIN'], { email: `a@${domain}` })
  await two.person(['ADMIN'], { email: `b@${domain}` })
  const claim = (tenant: SsoTenant) => tenant.put({ enabled: true, ...oidcOf(provider), domains: [domain] })
  const replies = await Promise.all([claim(one), claim(two)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const [winner, loser] = replies[0]?.status === 200 ? [one, two] : [two, one]
  assert.equal((await claim(loser)).status, 409)
  await winner.set({ enabled: true, domains: [winner.domain] })
  assert.equal((await claim(loser)).status, 200)
})

test('SSO is required only after a test with exactly this configuration, and with a break-glass administrator', async () => {
  const tenant = await ready()
  const require_ = (more = {}) =>
    tenant.put({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id], ...more })
  const untested = await require_()
  assert.equal(untested.status, 409)
  assert.match(untested.json.error, /test sign-in/)
  await visit(tenant)
  assert.equal((await require_()).status, 409)
  await proveIt(server, tenant)
  const tested = await tenant.read()
  assert.equal(tested.state, 'READY')
  assert.deepEqual(
    { ok: tested.lastTest?.ok, version: tested.lastTest?.version, email: tested.lastTest?.email },
    { ok: true, version: tested.configurationVersion, email: tenant.chief.email },
  )
  assert.equal((await require_({ breakGlassUserIds: [] })).status, 400)
  assert.equal((await require_({ breakGlassUserIds: [tenant.admin.id] })).status, 400)
  assert.equal((await require_({ defaultRoles: ['MANAGER'] })).status, 409)
  assert.equal((await require_()).status, 200)
  assert.equal((await tenant.read()).state, 'ENFORCED')
  assert.equal((await tenant.put({ enabled: true, justInTime: false })).status, 409)
  assert.equal((await tenant.put({ enabled: true, breakGlassUserIds: [] })).status, 400)
  // A failed test takes the proof away.
  await tenant.set({ enabled: true, required: false })
  speakOf('somebody@elsewhere.example')
  const failed = await goThrough(openBrowser(server), (await tenant.read()).testUrl ?? '')
  assert.equal(failed.status, 403)
  assert.equal((await tenant.read()).lastTest?.ok, false)
  assert.equal((await require_()).status, 409)
})

test('A test signs nobody in, is started by its link once and within an hour, and tells what would happen', async () => {
  const tenant = await ready({ enabled: false })
  speakOf(`new@${tenant.domain}`, { name: '<b>Ana</b>' })
  const sessions = await tenant.sessions()
  const { testUrl } = await tenant.read()
  const page = await goThrough(openBrowser(server), testUrl ?? '')
  assert.equal(page.status, 200)
  assert.match(page.text, /test sign-in succeeded/)
  assert.match(page.text, /would become a member/)
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
  assert.equal(await tenant.sessions(), sessions)
  assert.deepEqual(await tenant.roles(`new@${tenant.domain}`), [])
  assert.equal((await openBrowser(server).open(testUrl ?? '')).status, 401)
  const late = (await tenant.read()).testUrl ?? ''
  const foreign = (await (await ready()).read()).testUrl ?? ''
  const swapped = `/sso/${tenant.slug}/test?${new URL(foreign).searchParams}`
  assert.equal((await openBrowser(server).open(swapped)).status, 401)
  assert.equal((await openBrowser(server).open(`/sso/${tenant.slug}/test`)).status, 401)
  server.clock.advance(61 * 60_000)
  assert.equal((await openBrowser(server).open(late)).status, 401)
  server.clock.advance(-61 * 60_000)
})

test('While SSO is required its members come in by SSO alone: passwords, links, codes, resets and invitations are refused', async () => {
  const tenant = await ready()
  const { domain } = tenant
  const password = 'a long and uncommon phrase'
  const member = await tenant.person(['MANAGER'], { email: `mia@${domain}`, password })
  const login = (email: string, word: string) =>
    server.call('POST', '/api/auth/login', { body: { email, password: word } })
  assert.equal((await login(member.email, password)).status, 200)
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: member.email } })
  await server.call('POST', '/api/auth/reset-password', { body: { email: member.email } })
  const invited = `ivo@${domain}`
  await server.call('POST', '/api/admin/users', {
    token: tenant.chief.token,
    body: { email: invited, name: 'Ivo', roles: ['TECHNICIAN'] },
  })
  await server.drain()
  const tokens = (to: string) =>
    server.mails.filter((mail) => mail.to === to).map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? '')
  const [link = '', reset = ''] = tokens(member.email)
  const [invitation = ''] = tokens(invited)
  assert.ok(link && reset && invitation)
  speakOf(tenant.chief.email)
  await proveIt(server, tenant)
  await tenant.set({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id] })

  const unknown = await login(`nobody@${domain}`, password)
  const refused = await login(member.email, password)
  assert.equal(refused.status, 401)
  assert.equal(refused.text, unknown.text)
  const verify = (token: string) => server.call('GET', `/api/auth/magic-link/verify?token=${token}`)
  assert.equal((await verify(link)).status, 401)
  assert.equal((await verify(`123456&email=${member.email}`)).status, 401)
  const take = (token: string) =>
    server.call('POST', '/api/auth/reset-password', {
      body: { token, password: 'another long uncommon phrase' },
    })
  assert.equal((await take(reset)).status, 401)
  assert.equal((await take(invitation)).status, 401)
  const sent = server.mails.length
  const asked = await server.call('POST', '/api/auth/magic-link/request', { body: { email: member.email } })
  const nobody = await server.call('POST', '/api/auth/magic-link/request', { body: { email: `x@${domain}` } })
  assert.equal(asked.text, nobody.text)
  await server.call('POST', '/api/auth/reset-password', { body: { email: member.email } })
  await server.drain()
  assert.equal(server.mails.length, sent)

  assert.equal((await login(tenant.chief.email, chiefPassword)).status, 200)
  speakOf(member.email)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)
  speakOf(invited)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)

  await tenant.set({ enabled: false })
  assert.equal((await login(member.email, password)).status, 200)
  assert.equal((await verify(link)).status, 200)
})

test('A person of two tenants is held to SSO in the one that requires it only', async () => {
  const tenant = await enforced()
  const other = await createSsoTenant(server)
  const email = `both@${tenant.domain}`
  const password = 'a long and uncommon phrase'
  await tenant.person(['ADMIN'], { email, password })
  await other.person(['MANAGER'], { email, password })
  const reply = await server.call<{ user: { roles: string[] } }>('POST', '/api/auth/login', {
    body: { email, password },
  })
  assert.deepEqual(reply.json.data.user.roles, ['MANAGER'])
  const chosen = await server.call('POST', '/api/auth/login', {
    body: { email, password, tenantId: tenant.id },
  })
  assert.equal(chosen.status, 401)
})

test('A tenant below ENTERPRISE has no SSO: its pages are not available and the other ways are open again', async () => {
  const tenant = await enforced()
  const member = await tenant.person(['MANAGER'], { email: `mia@${tenant.domain}`, password: chiefPassword })
  const login = () =>
    server.call('POST', '/api/auth/login', { body: { email: member.email, password: chiefPassword } })
  assert.equal((await login()).status, 401)
  const plan = (name: string) =>
    tenant.inside((ctx) =>
      ctx.db.updateTable('tenant').set({ plan: name }).where('id', '=', ctx.tenantId).execute(),
    )
  const { testUrl } = await tenant.read()
  await plan('BUSINESS')
  assert.equal((await login()).status, 200)
  const browser = openBrowser(server)
  const unknown = await browser.open('/sso/nobody-knows/login')
  assert.equal(unknown.status, 404)
  for (const path of ['login', 'metadata'])
    assert.equal((await browser.open(`/sso/${tenant.slug}/${path}`)).text, unknown.text, path)
  assert.equal((await browser.open(testUrl ?? '')).status, 404)
  const start = await browser.open(`/sso/start?email=mia@${tenant.domain}`)
  assert.equal(start.text, (await browser.open('/sso/start?email=mia@unknown.example')).text)
  server.built.platform.tenantChanged(tenant.id)
  assert.equal((await server.call('GET', '/api/admin/sso', { token: tenant.chief.token })).status, 403)
  await plan('ENTERPRISE')
  assert.equal((await login()).status, 401)
})

test('Only members come in, unless newcomers are allowed; switched-off people, foreign addresses and roleless people do not', async () => {
  const tenant = await ready({ justInTime: false })
  const { domain } = tenant
  const refusedWith = async (pattern: RegExp): Promise<void> => {
    const page = await visit(tenant)
    assert.equal(page.status, 403)
    assert.match(page.text, pattern)
    assert.match((await tenant.read()).lastError?.reason ?? '', pattern)
  }
  speakOf(`new@${domain}`)
  await refusedWith(/not a member/)
  await tenant.set({ enabled: true, justInTime: true, defaultRoles: null })
  speakOf(`new@${domain}`)
  await refusedWith(/No role/)
  await tenant.set({ enabled: true, defaultRoles: ['MANAGER'] })
  speakOf('new@elsewhere.example')
  await refusedWith(/not one of this organisation/)
  const off = await tenant.person(['TECHNICIAN'], { email: `off@${domain}` })
  speakOf(off.email)
  assert.equal((await visit(tenant)).status, 303)
  await server.call('PATCH', `/api/admin/users/${off.id}`, {
    token: tenant.chief.token,
    body: { active: false },
  })
  await refusedWith(/switched off/)
  speakOf(`new@${domain}`)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)
  assert.deepEqual(await tenant.roles(`new@${domain}`), ['MANAGER'])
  assert.deepEqual(await tenant.roles('new@elsewhere.example'), [])
})

test('Ten first sign-ins of one person at the same moment make one member', async () => {
  const tenant = await ready()
  speakOf(`many@${tenant.domain}`)
  const visits = await Promise.all(Array.from({ length: 10 }, () => visit(tenant)))
  assert.deepEqual(new Set(visits.map(({ status }) => status)), new Set([303]))
  const count = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>('select count(*) as n from app_user where tenant_id = $1 and email = $2', [
      ctx.tenantId,
      `many@${tenant.domain}`,
    ]),
  )
  assert.equal(count[0]?.n, 1)
})

test('Roles follow the rules at every sign-in, and the last administrator stays one', async () => {
  const rule = (value: string, ...roles: Role[]) => ({ claim: 'groups', value, roles })
  const tenant = await ready({ roleMapping: [rule('leads', 'MANAGER'), rule('it', 'ADMIN', 'TECHNICIAN')] })
  const email = `ana@${tenant.domain}`
  const subject = { sub: 'ana', email }
  const rolesAfter = async (groups: unknown): Promise<string[]> => {
    provider.says = { ...subject, groups }
    assert.equal((await signInWith(server, await visit(tenant))).status, 200)
    return (await tenant.roles(email)).sort()
  }
  assert.deepEqual(await rolesAfter(['it', 'leads']), ['ADMIN', 'MANAGER', 'TECHNICIAN'])
  assert.deepEqual(await rolesAfter('leads'), ['MANAGER'])
  assert.deepEqual(await rolesAfter(['leads ', 'LEADS', 'it,leads']), ['TECHNICIAN'])
  assert.deepEqual(await rolesAfter(['it']), ['ADMIN', 'TECHNICIAN'])
  await tenant.inside((ctx) =>
    ctx.run("update app_user set roles = '{MANAGER}' where tenant_id = $1 and email <> $2", [
      ctx.tenantId,
      email,
    ]),
  )
  assert.deepEqual(await rolesAfter(['leads']), ['ADMIN', 'MANAGER'])
  await tenant.person(['ADMIN'])
  assert.deepEqual(await rolesAfter(['leads']), ['MANAGER'])
})

test('Without rules members keep the roles that they have; break-glass administrators always do', async () => {
  const tenant = await ready()
  speakOf(tenant.manager.email)
  const manager = await tenant.person(['MANAGER'], { email: `kim@${tenant.domain}` })
  speakOf(manager.email)
  await visit(tenant)
  assert.deepEqual(await tenant.roles(manager.email), ['MANAGER'])
  await tenant.set({
    enabled: true,
    roleMapping: [{ claim: 'groups', value: 'x', roles: ['TECHNICIAN'] }],
    breakGlassUserIds: [tenant.chief.id],
  })
  speakOf(tenant.chief.email, { groups: ['x'] })
  assert.equal((await visit(tenant)).status, 303)
  assert.deepEqual((await tenant.roles(tenant.chief.email)).sort(), ['ADMIN', 'TECHNICIAN'])
})

test('The last break-glass administrator cannot leave while SSO is required', async () => {
  const tenant = await enforced()
  const { chief, admin } = tenant
  const as = { token: admin.token }
  const user = `/api/admin/users/${chief.id}`
  assert.equal((await server.call('PATCH', user, { ...as, body: { roles: ['MANAGER'] } })).status, 409)
  assert.equal((await server.call('PATCH', user, { ...as, body: { active: false } })).status, 409)
  assert.equal((await server.call('DELETE', user, as)).status, 409)
  const second = await tenant.person(['ADMIN'], { password: chiefPassword })
  await tenant.set({ enabled: true, breakGlassUserIds: [chief.id, second.id] })
  assert.equal((await server.call('PATCH', user, { ...as, body: { roles: ['MANAGER'] } })).status, 200)
  const login = await server.call('POST', '/api/auth/login', {
    body: { email: chief.email, password: chiefPassword },
  })
  assert.equal(login.status, 401)
})

test('A way back that leads elsewhere is ignored', async () => {
  const tenant = await ready()
  speakOf(`ana@${tenant.domain}`)
  let ignored = 0
  for (const returnTo of [
    '//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\\evil.test',
    '/app\\..\\evil',
    '/app/..//evil.test',
    '/app/../../evil',
    '/app//evil.test',
    '/application',
    '/app.evil.test',
    '/app/%2f%2fevil.test',
    '/app/%5cevil.test',
    '/app/%2e%2e/evil',
    '/app/\tevil',
    '/app/\nset-cookie:x=y',
    '/sso/start',
    'app/tasks',
    '',
    '@evil.test',
    `/app/${'x'.repeat(600)}`,
  ]) {
    const start = `/sso/${tenant.slug}/login?returnTo=${encodeURIComponent(returnTo)}`
    const back = await goThrough(openBrowser(server), start)
    assert.match(back.location ?? '', /^\/app\/sign-in#sso=[\w-]{59}$/, returnTo)
    const begin = await openBrowser(server).open(
      `/sso/start?email=ana@${tenant.domain}&returnTo=${encodeURIComponent(returnTo)}`,
    )
    assert.equal(begin.location, `/sso/${tenant.slug}/login`)
    ignored++
  }
  const twice = await goThrough(
    openBrowser(server),
    `/sso/${tenant.slug}/login?returnTo=/app/a&returnTo=/app/b`,
  )
  assert.match(twice.location ?? '', /^\/app\/sign-in#/)
  console.log(`${ignored} ways back ignored`)
})

test('/sso/start tells nothing of unknown domains, strange addresses and people', async () => {
  const browser = openBrowser(server)
  const page = await browser.open('/sso/start')
  assert.equal(page.status, 200)
  assert.match(page.text, /<form method="get" action="\/sso\/start">/)
  const unknown = await browser.open('/sso/start?email=ana@unknown.example')
  for (const email of [
    'x',
    'a@b',
    '<script>',
    'ana@unknown.example%00',
    `${'x'.repeat(5000)}@y.example`,
    'a@x.example&email=b',
  ])
    assert.equal((await browser.open(`/sso/start?email=${email}`)).text, unknown.text, email)
  const german = await fetch(`${server.base}/sso/start`, { headers: { 'accept-language': 'de-AT,en' } })
  assert.match(await german.text(), /lang="de"/)
})

test('Starts are limited by address', async () => {
  const limited = await startSsoServer({
    RATE_LIMITS: JSON.stringify({ public: { limit: 5, windowSeconds: 60 } }),
  })
  const browser = openBrowser(limited)
  for (let turn = 0; turn < 5; turn++)
    assert.equal((await browser.open('/sso/start?email=a@b.example')).status, 200)
  assert.equal((await browser.open('/sso/start?email=a@b.example')).status, 429)
  assert.equal((await browser.open('/sso/nobody/login')).status, 429)
})

test('Strange paths and methods are not there', async () => {
  const tenant = await ready()
  const browser = openBrowser(server)
  for (const path of [
    `/sso/${tenant.slug}`,
    '/sso',
    `/sso/${tenant.slug}/acs`,
    `/sso/${tenant.slug.toUpperCase()}/login`,
  ])
    assert.equal((await browser.open(path)).status, 404, path)
  for (const slug of ['..%2f..', "x'or'1", '%00', 'x'.repeat(200), '-'])
    assert.equal((await browser.open(`/sso/${slug}/login`)).status, 404, slug)
  const head = await fetch(`${server.base}/sso/${tenant.slug}/login`, { method: 'HEAD', redirect: 'manual' })
  assert.equal(head.status, 404)
})

test('Requests and assertions that can be spent no more are forgotten', async () => {
  const tenant = await ready()
  await visit(tenant)
  const left = () =>
    tenant.inside((ctx) =>
      ctx.run<{ n: number }>('select count(*) as n from sso_request where tenant_id = $1', [ctx.tenantId]),
    )
  assert.equal((await left())[0]?.n, 1)
  const { schedules } = await import('./schedules.ts')
  server.clock.advance(25 * 3600_000)
  await schedules[0]?.run(server.built.platform, async (work) => void (await tenant.inside(work)))
  server.clock.advance(-25 * 3600_000)
  assert.equal((await left())[0]?.n, 0)
})
