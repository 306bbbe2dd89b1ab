import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { attacks } from './testing/test-saml-attacks.ts'
import { assertionOf, readRequest, responseOf, startSamlProvider } from './testing/test-saml-provider.ts'
import { openSamlStage } from './testing/test-saml-stage.ts'
import {
  base,
  createSsoTenant,
  openBrowser,
  signInWith,
  startSsoServer,
  type Visit,
} from './testing/test-sso.ts'

const server = await startSsoServer()
const provider = await startSamlProvider()
const stranger = await makeSigningCertificate('idp.example.com', new Date())

const { ready, leave, bring, good, links } = openSamlStage(server, provider)

test('A person signs in by SAML with a signed assertion, a signed response, or both', async () => {
  for (const signed of [['Assertion'], ['Response'], ['Assertion', 'Response']] as const) {
    const tenant = await ready()
    const { browser, say, left } = await leave(tenant, `/sso/${tenant.slug}/login?returnTo=/app/work`)
    assert.ok(left.location?.startsWith('https://idp.example.com/sso?SAMLRequest='))
    const cookie = left.headers.getSetCookie()[0] ?? ''
    for (const part of ['HttpOnly', 'Secure', 'SameSite=None']) assert.ok(cookie.includes(part), cookie)
    assert.equal(say.acs, `${base}/sso/${tenant.slug}/acs`)
    let xml = responseOf(say, assertionOf(say))
    for (const of of signed) xml = provider.sign(xml, { of })
    const back = await bring(browser, tenant, xml)
    assert.match(back.location ?? '', /^\/app\/sign-in\?next=%2Fapp%2Fwork#sso=/, back.text)
    const signedIn = await signInWith(server, back)
    assert.equal(signedIn.json.data.user.email, `ana@${tenant.domain}`)
  }
})

test('The metadata contain the entity id, the address for answers and the certificate of the requests', async () => {
  const tenant = await createSsoTenant(server)
  assert.equal((await tenant.read()).service.saml.certificate, null)
  const visit = await openBrowser(server).open(`/sso/${tenant.slug}/metadata`)
  assert.equal(visit.status, 200)
  assert.match(visit.headers.get('content-type') ?? '', /^application\/samlmetadata\+xml/)
  const { service } = await tenant.read()
  assert.ok(visit.text.includes(`entityID="${service.saml.entityId}"`))
  assert.ok(visit.text.includes(`Location="${service.saml.acsUrl}"`))
  assert.match(visit.text, /AuthnRequestsSigned="true"/)
  const published = /<ds:X509Certificate>([^<]+)</.exec(visit.text)?.[1] ?? ''
  const certificate = new X509Certificate(Buffer.from(published.replace(/\s/g, ''), 'base64'))
  assert.equal(certificate.fingerprint256, new X509Certificate(service.saml.certificate ?? '').fingerprint256)
})

test('Groups are mapped to roles, and a NameID that is an email address is the address', async () => {
  const tenant = await ready({ roleMapping: [{ claim: 'groups', value: 'leads', roles: ['MANAGER'] }] })
  const { browser, say } = await leave(tenant)
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  const spoken = { ...say, email: '', nameId: say.email, nameIdFormat: format, groups: ['others', 'leads'] }
  const signedIn = await signInWith(server, await bring(browser, tenant, good(spoken)))
  assert.equal(signedIn.json.data.user.email, say.email)
  assert.deepEqual(signedIn.json.data.user.roles, ['MANAGER'])
})

test('Prefixes, spaces and an XML declaration make no difference', async () => {
  const tenant = await ready()
  const { browser, say } = await leave(tenant)
  const plain = responseOf(say, assertionOf(say))
    .replaceAll('saml:', 'a2:')
    .replace(/xmlns:saml=/g, 'xmlns:a2=')
  const spaced = plain.replaceAll('><', '>\n  <')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${provider.sign(spaced, { of: 'Assertion' })}\n`
  assert.equal((await bring(browser, tenant, xml)).status, 303)
})

test('No attack on SAML signs anybody in', async () => {
  let accepted = 0
  const tenant = await ready()
  for (const [name, attack] of Object.entries(attacks)) {
    const before = await links(tenant)
    const { browser, say } = await leave(tenant)
    const victim = { ...say, email: `victim@${tenant.domain}`, nameId: 'victim' }
    const form = attack.make({ say, victim, provider, stranger, good })
    const visit = await browser.open(`/sso/${tenant.slug}/acs`, {
      form: typeof form === 'string' ? { SAMLResponse: Buffer.from(form).toString('base64') } : form.form,
    })
    if (visit.status === 303 || (await links(tenant)) !== before) accepted++
    assert.equal(visit.status, 401, `${name}: ${visit.text.slice(0, 300)}`)
    assert.equal(await links(tenant), before, name)
    // Most must be refused for their own reason, not another.
    const { lastError } = await tenant.read()
    if (attack.reason) assert.match(lastError?.reason ?? '', attack.reason, name)
  }
  const count = Object.keys(attacks).length
  console.log(`${count} attacks on SAML, ${accepted} accepted`)
  assert.equal(accepted, 0)
  assert.ok(count >= 40, String(count))
})

test('A response is accepted once, from the browser that started, at its tenant, for the request that it answers', async () => {
  const tenant = await ready()
  const other = await ready()
  let refused = 0
  const refuse = (visit: Visit, status = 401): void => {
    assert.equal(visit.status, status, visit.text)
    refused++
  }
  const first = await leave(tenant)
  const xml = good(first.say)
  refuse(await bring(openBrowser(server), tenant, xml))
  refuse(await bring(first.browser, other, xml))
  const kept = new Map(first.browser.cookies)
  const keepCookies = (): void => {
    for (const [name, value] of kept) first.browser.cookies.set(name, value)
  }
  assert.equal((await bring(first.browser, tenant, xml)).status, 303)
  keepCookies()
  refuse(await bring(first.browser, tenant, xml))
  keepCookies()
  // A second answer to the same request.
  refuse(await bring(first.browser, tenant, good({ ...first.say, assertionId: '_second' })))
  // The same signed assertion in a response to a new request.
  const second = await leave(tenant)
  const again = { ...second.say, confirmationInResponseTo: second.say.requestId }
  assert.equal((await bring(second.browser, tenant, good({ ...again, assertionId: '_another' }))).status, 303)
  const third = await leave(tenant)
  refuse(await bring(third.browser, tenant, good({ ...third.say, assertionId: '_another' })))
  assert.match((await tenant.read()).lastError?.reason ?? '', /already used/)
  const fourth = await leave(tenant)
  server.clock.advance(11 * 60_000)
  refuse(
    await bring(
      fourth.browser,
      tenant,
      good({ ...fourth.say, now: server.clock.now(), assertionId: '_late' }),
    ),
  )
  server.clock.advance(-11 * 60_000)
  const fifth = await leave(tenant)
  await tenant.set({ enabled: true, justInTime: false })
  refuse(await bring(fifth.browser, tenant, good({ ...fifth.say, assertionId: '_changed' })))
  assert.equal(refused, 7)
})

test('An answer of more than 256 kB, or one that is not a form, is not read', async () => {
  const tenant = await ready()
  const { browser, say } = await leave(tenant)
  const large = Buffer.from(good(say) + ' '.repeat(200 * 1024)).toString('base64')
  const visit = await browser.open(`/sso/${tenant.slug}/acs`, { form: { SAMLResponse: large } })
  assert.equal(visit.status, 413)
  for (const type of ['application/json', 'text/xml', 'multipart/form-data; boundary=x'])
    assert.ok(
      [400, 415].includes((await browser.open(`/sso/${tenant.slug}/acs`, { form: '{}', type })).status),
      type,
    )
  assert.equal((await bring(browser, tenant, good(say))).status, 303)
})

test('Deep, wide or long documents are refused quickly', async () => {
  const tenant = await ready()
  for (const inner of [
    '<a>'.repeat(20_000) + '</a>'.repeat(20_000),
    '<a/>'.repeat(30_000),
    `<a ${Array.from({ length: 8000 }, (_, index) => `b${index}="c"`).join(' ')}/>`,
    '<Response '.repeat(15_000),
    '&amp;'.repeat(30_000),
  ]) {
    const { browser, say } = await leave(tenant)
    const ms = await cpuTimeOf(async () => {
      const visit = await bring(browser, tenant, responseOf(say, inner))
      assert.equal(visit.status, 401)
    })
    assert.ok(ms < 4000, `${inner.slice(0, 20)}: ${ms} ms`)
  }
})

test('Over http, where browsers drop the cookie of a POST answer, the row alone can be used once', async () => {
  const plain = await startSsoServer({ BASE_URL: 'http://localhost:3000' })
  const tenant = await createSsoTenant(plain)
  await tenant.set({
    enabled: true,
    protocol: 'SAML',
    saml: { metadata: provider.metadata },
    domains: [tenant.domain],
    justInTime: true,
    defaultRoles: ['TECHNICIAN'],
  })
  const left = await openBrowser(plain).open(`/sso/${tenant.slug}/login`)
  const request = readRequest(left.location ?? '', (await tenant.read()).service.saml.certificate ?? '')
  const say = {
    acs: request.acs,
    audience: request.issuer,
    requestId: request.id,
    nameId: 'subject-1',
    email: `ana@${tenant.domain}`,
    now: plain.clock.now(),
  }
  const form = { SAMLResponse: Buffer.from(good(say)).toString('base64') }
  const wrong = openBrowser(plain)
  const name = /^([^=]+)=/.exec(left.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
  wrong.cookies.set(name, 'of somebody else')
  assert.equal((await wrong.open(`/sso/${tenant.slug}/acs`, { form })).status, 401)
  const elsewhere = openBrowser(plain)
  assert.equal((await elsewhere.open(`/sso/${tenant.slug}/acs`, { form })).status, 303)
  assert.equal((await elsewhere.open(`/sso/${tenant.slug}/acs`, { form })).status, 401)
})
