import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { startSession } from '#server/modules/auth/public.ts'
import {
  adminPassword,
  completeSignIn,
  createSsoTenant,
  openBrowser,
  openStage,
  signInWith,
  startOidcProvider,
  startSsoServer,
  testConfiguration,
} from './testing/test-sso.ts'

const server = await startSsoServer()
const provider = await startOidcProvider()

const { speakOf, ready, enforced, visit } = openStage(server, provider)

test('While SSO is required its members sign in by SSO only: passwords, links, codes, resets and invitations are refused', async () => {
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
  // Two emails to one person may be sent in any order.
  const token = (to: string, page: string) =>
    server.mails
      .filter((mail) => mail.to === to)
      .map(({ text }) => new RegExp(`/${page}#token=([\\w-]+)`).exec(text)?.[1])
      .find((found) => found !== undefined)
  const link = token(member.email, 'sign-in')
  const reset = token(member.email, 'reset')
  const invitation = token(invited, 'welcome')
  assert.ok(link && reset && invitation)
  speakOf(tenant.chief.email)
  await testConfiguration(server, tenant)
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

  // Every other way to sign in, such as Google, ends in this call.
  await assert.rejects(
    tenant.inside((ctx) => startSession(ctx, { id: member.id, roles: ['MANAGER'] }, 'Test')),
    { code: 'UNAUTHORIZED' },
  )

  assert.equal((await login(tenant.chief.email, adminPassword)).status, 200)
  speakOf(member.email)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)
  speakOf(invited)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)

  await tenant.set({ enabled: false })
  assert.equal((await login(member.email, password)).status, 200)
  assert.equal((await verify(link)).status, 200)
})

test('A person of two tenants must use SSO only in the one that requires it', async () => {
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

test('A tenant below ENTERPRISE has no SSO: its pages are not available and the other ways to sign in work again', async () => {
  const tenant = await enforced()
  const member = await tenant.person(['MANAGER'], { email: `mia@${tenant.domain}`, password: adminPassword })
  const login = () =>
    server.call('POST', '/api/auth/login', { body: { email: member.email, password: adminPassword } })
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

test('Only members can sign in, unless newcomers are allowed; disabled people, foreign addresses and people without a role cannot', async () => {
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
  await refusedWith(/no role/)
  await tenant.set({ enabled: true, defaultRoles: ['MANAGER'] })
  speakOf('new@elsewhere.example')
  await refusedWith(/does not belong to this organisation/)
  const off = await tenant.person(['TECHNICIAN'], { email: `off@${domain}` })
  speakOf(off.email)
  assert.equal((await visit(tenant)).status, 303)
  await server.call('PATCH', `/api/admin/users/${off.id}`, {
    token: tenant.chief.token,
    body: { active: false },
  })
  await refusedWith(/disabled/)
  speakOf(`new@${domain}`)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)
  assert.deepEqual(await tenant.roles(`new@${domain}`), ['MANAGER'])
  assert.deepEqual(await tenant.roles('new@elsewhere.example'), [])
})

test('Ten first sign-ins of one person at the same moment create one member', async () => {
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

test('Roles are mapped at every sign-in, and the last administrator stays one', async () => {
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

test('Without a mapping members keep their roles; break-glass administrators always do', async () => {
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
  const second = await tenant.person(['ADMIN'], { password: adminPassword })
  await tenant.set({ enabled: true, breakGlassUserIds: [chief.id, second.id] })
  assert.equal((await server.call('PATCH', user, { ...as, body: { roles: ['MANAGER'] } })).status, 200)
  const login = await server.call('POST', '/api/auth/login', {
    body: { email: chief.email, password: adminPassword },
  })
  assert.equal(login.status, 401)
})

test('After one of two break-glass administrators has left, single sign-on can still be changed and switched off', async () => {
  const tenant = await enforced()
  const second = await tenant.person(['ADMIN'])
  const third = await tenant.person(['ADMIN'])
  await tenant.set({ enabled: true, breakGlassUserIds: [tenant.chief.id, second.id, third.id] })
  const change = (id: string, body: object) =>
    server.call('PATCH', `/api/admin/users/${id}`, { token: tenant.chief.token, body })
  assert.equal((await change(second.id, { active: false })).status, 200)
  assert.equal((await change(third.id, { roles: ['MANAGER'] })).status, 200)
  assert.deepEqual((await tenant.set({ enabled: false })).breakGlassUserIds, [tenant.chief.id])
})

test('An invitation stops working once its person has signed in by single sign-on', async () => {
  const tenant = await ready()
  const email = `iva@${tenant.domain}`
  await server.call('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email, name: 'Iva', roles: ['TECHNICIAN'] },
  })
  await server.drain()
  const mail = server.mails.find(({ to }) => to === email)
  const token = /\/welcome#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  assert.ok(token)
  speakOf(email)
  assert.equal((await signInWith(server, await visit(tenant))).status, 200)
  const taken = await server.call('POST', '/api/auth/reset-password', {
    body: { token, password: 'another long uncommon phrase' },
  })
  assert.equal(taken.status, 401)
})

test('A return address outside the apps is ignored', async () => {
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
    const back = await completeSignIn(openBrowser(server), start)
    assert.match(back.location ?? '', /^\/app\/sign-in#sso=[\w-]{59}$/, returnTo)
    const begin = await openBrowser(server).open(
      `/sso/start?email=ana@${tenant.domain}&returnTo=${encodeURIComponent(returnTo)}`,
    )
    assert.equal(begin.location, `/sso/${tenant.slug}/login`)
    ignored++
  }
  const twice = await completeSignIn(
    openBrowser(server),
    `/sso/${tenant.slug}/login?returnTo=/app/a&returnTo=/app/b`,
  )
  assert.match(twice.location ?? '', /^\/app\/sign-in#/)
  console.log(`${ignored} ways back ignored`)
})

test('/sso/start reveals nothing about unknown domains, malformed addresses and people', async () => {
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
  const tenant = await ready()
  const onward = await browser.open(`/sso/start?email=x@${tenant.domain}&form=1`)
  assert.equal(onward.status, 200)
  assert.ok(onward.text.includes(`content="0;url=/sso/${tenant.slug}/login"`))
  const german = await fetch(`${server.base}/sso/start`, { headers: { 'accept-language': 'de-AT,en' } })
  assert.match(await german.text(), /lang="de"/)
})

test('Starts are rate limited by address', async () => {
  const limited = await startSsoServer({
    RATE_LIMITS: JSON.stringify({ public: { limit: 5, windowSeconds: 60 } }),
  })
  const browser = openBrowser(limited)
  for (let turn = 0; turn < 5; turn++)
    assert.equal((await browser.open('/sso/start?email=a@b.example')).status, 200)
  const over = await browser.open('/sso/start?email=a@b.example')
  assert.equal(over.status, 429)
  assert.ok(Number(over.headers.get('retry-after')) >= 1)
  assert.match(over.text, /too many attempts/)
  assert.equal((await browser.open('/sso/nobody/login')).status, 429)
})

test('Unknown paths and methods are not found', async () => {
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

test('Requests and assertions that can no longer be used are deleted', async () => {
  const tenant = await ready()
  await visit(tenant)
  const left = () =>
    tenant.inside((ctx) =>
      ctx.run<{ n: number }>('select count(*) as n from sso_request where tenant_id = $1', [ctx.tenantId]),
    )
  assert.equal((await left())[0]?.n, 1)
  const { cronJobs } = await import('./cron-jobs.ts')
  server.clock.advance(25 * 3600_000)
  await cronJobs[0]?.run(server.built.platform, async (work) => void (await tenant.inside(work)))
  server.clock.advance(-25 * 3600_000)
  assert.equal((await left())[0]?.n, 0)
})

test('The token in the address signs in only the browser that came back, and once', async () => {
  const tenant = await ready()
  speakOf(tenant.chief.email)
  const visit = await completeSignIn(openBrowser(server), `/sso/${tenant.slug}/login`)
  for (const cookie of ['', 'wk_sso_pass=', 'wk_sso_pass=x', `wk_sso_pass=${'A'.repeat(43)}`])
    assert.equal((await signInWith(server, visit, cookie)).json.code, 'UNAUTHORIZED', cookie)
  assert.match(
    visit.headers.getSetCookie().join('\n'),
    /wk_sso_pass=[\w-]{43}; Path=\/api\/auth\/magic-link; Max-Age=60; HttpOnly; SameSite=Strict; Secure/,
  )
  assert.equal((await signInWith(server, visit)).status, 200)
  assert.equal((await signInWith(server, visit)).json.code, 'UNAUTHORIZED')
})
