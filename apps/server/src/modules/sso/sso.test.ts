import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { besideHolder, untilWaitedFor } from '#test/crossing.ts'
import { metadataOf } from './testing/test-saml-provider.ts'
import {
  base,
  completeSignIn,
  createSsoTenant,
  oidcOf,
  openBrowser,
  openStage,
  type SsoTenant,
  startOidcProvider,
  startSsoServer,
  testConfiguration,
} from './testing/test-sso.ts'

const server = await startSsoServer()
const provider = await startOidcProvider()
const own = await makeSigningCertificate('idp.example.com', new Date())

const { speakOf, ready, visit } = openStage(server, provider)

test('GET /api/admin/sso shows the configuration without its secrets, and what the provider must know', async () => {
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

test('Fields left out of a PUT stay; If-Match is honoured; only changes that affect a sign-in count as another configuration', async () => {
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

test('PUT /api/admin/sso refuses an invalid configuration, with the path of each error', async () => {
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

test('An issuer or a metadata address inside a private network is refused', async () => {
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
    'http://login.example.com:8443',
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

test('A stored client secret is not sent to another issuer', async () => {
  const tenant = await ready()
  const moved = { issuer: 'https://elsewhere.example.com', clientId: 'wellkept' }
  const reply = await tenant.put({ enabled: true, oidc: moved })
  assert.equal(reply.json.details?.[0]?.path, 'body.oidc.clientSecret')
  assert.equal((await tenant.put({ enabled: true, oidc: { ...moved, clientSecret: null } })).status, 200)
  assert.equal((await tenant.read()).oidc?.clientSecretSet, false)
})

test('A domain is claimed by one tenant, also if two claim it at once, and is free after it is removed', async () => {
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

test('SSO can be required only after a test with exactly this configuration, and with a break-glass administrator', async () => {
  const tenant = await ready()
  const require_ = (more = {}) =>
    tenant.put({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id], ...more })
  const untested = await require_()
  assert.equal(untested.status, 409)
  assert.match(untested.json.error, /test sign-in/)
  await visit(tenant)
  assert.equal((await require_()).status, 409)
  await testConfiguration(server, tenant)
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
  // A failed test removes the proof.
  await tenant.set({ enabled: true, required: false })
  speakOf('somebody@elsewhere.example')
  const failed = await completeSignIn(openBrowser(server), (await tenant.read()).testUrl ?? '')
  assert.equal(failed.status, 403)
  assert.equal((await tenant.read()).lastTest?.ok, false)
  assert.equal((await require_()).status, 409)
})

test('SSO is not required if its break-glass administrator loses the role at the same moment', async () => {
  const tenant = await ready()
  await testConfiguration(server, tenant)
  const asked = await tenant.inside(async (ctx) => {
    await ctx.run("update app_user set roles = '{MANAGER}' where tenant_id = $1 and id = $2", [
      tenant.id,
      tenant.chief.id,
    ])
    const answer = tenant.put({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id] })
    await untilWaitedFor(ctx)
    return { answer }
  })
  const reply = await asked.answer
  assert.equal(reply.status, 400, reply.text)
  assert.equal(reply.json.details?.[0]?.path, 'body.breakGlassUserIds')
  const rows = await tenant.inside((ctx) =>
    ctx.run('select sso_required from tenant where id = $1', [tenant.id]),
  )
  assert.deepEqual(rows, [{ sso_required: false }])
})

test('A sign-in by SSO that removes ADMIN waits for a change of roles by hand, and the two do not deadlock', async () => {
  const tenant = await ready({ roleMapping: [{ claim: 'groups', value: 'leads', roles: ['MANAGER'] }] })
  const { id, email } = await tenant.person(['ADMIN'], { email: `ana@${tenant.domain}` })
  speakOf(email, { groups: ['leads'] })
  const visited = await besideHolder(
    tenant,
    ['select 1 from app_user where tenant_id = $1 and id = $2 for update', id],
    ['select 1 where pg_try_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))', ':admins'],
    () => visit(tenant),
  )
  assert.equal(visited.status, 303, visited.text)
  assert.deepEqual(await tenant.roles(email), ['MANAGER'])
})

test('A test signs nobody in, is started by its link once and within an hour, and says what would happen', async () => {
  const tenant = await ready({ enabled: false })
  speakOf(`new@${tenant.domain}`, { name: '<b>Ana</b>' })
  const sessions = await tenant.sessions()
  const { testUrl } = await tenant.read()
  const page = await completeSignIn(openBrowser(server), testUrl ?? '')
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

test('The sign-in page finds the tenant of an address while every connection of the worker is taken, and shows no other organisation', async () => {
  const [tenant, other] = [await createSsoTenant(server), await createSsoTenant(server)]
  const { app, worker } = server.built.platform.databases
  const held = await Promise.all(Array.from({ length: worker.options.max }, () => worker.connect()))
  try {
    const found = server.call('GET', `/sso/${tenant.slug}/login`)
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'late').unref())
    assert.notEqual(await Promise.race([found, late]), 'late')
  } finally {
    for (const client of held) client.release()
  }
  const client = await app.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query('select tenant_of_slug($1) as id', [tenant.slug])
    assert.deepEqual(rows, [{ id: tenant.id }])
    const seen = await client.query('select slug from tenant')
    assert.deepEqual(seen.rows, [])
    await client.query("select set_config('app.tenant_slug', $1, true)", [other.slug])
    assert.deepEqual((await client.query('select slug from tenant')).rows, [{ slug: other.slug }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
