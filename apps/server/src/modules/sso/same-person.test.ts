/** Differences between identity providers that mean the same. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { assertionOf, responseOf, type Statement, startSamlProvider } from './testing/test-saml-provider.ts'
import { openSamlStage } from './testing/test-saml-stage.ts'
import { createSsoTenant, openBrowser, signInWith, startSsoServer } from './testing/test-sso.ts'

const server = await startSsoServer()
const provider = await startSamlProvider()
const { ready, leave, bring } = openSamlStage(server, provider)

const signIn = async (
  tenant: Awaited<ReturnType<typeof ready>>,
  change: (say: Statement) => { say: Statement; xml?: (assertion: string) => string },
) => {
  const { browser, say } = await leave(tenant)
  const { say: spoken, xml = (assertion) => assertion } = change(say)
  const assertion = xml(assertionOf({ ...spoken, assertionId: `_${randomUUID()}` }))
  const signed = provider.sign(responseOf(spoken, assertion), { of: 'Assertion' })
  return signInWith(server, await bring(browser, tenant, signed))
}

test('A NameID that is an email address is compared case-insensitively', async () => {
  const tenant = await ready()
  const ids = []
  for (const name of ['Ana.Ruiz', 'ana.ruiz', 'ANA.RUIZ']) {
    const signedIn = await signIn(tenant, (say) => ({
      say: { ...say, nameId: `${name}@${tenant.domain}` },
    }))
    assert.equal(signedIn.status, 200, signedIn.text)
    ids.push(signedIn.json.data.user.id)
  }
  assert.equal(new Set(ids).size, 1)
})

test('A NameID that is not an address is case-sensitive', async () => {
  const tenant = await ready()
  const one = await signIn(tenant, (say) => ({ say: { ...say, nameId: 'aBc' } }))
  const other = await signIn(tenant, (say) => ({
    say: { ...say, nameId: 'abc', email: `other@${tenant.domain}` },
  }))
  assert.notEqual(one.json.data.user.id, other.json.data.user.id)
})

test('Attribute names are case-insensitive', async () => {
  const tenant = await ready({ roleMapping: [{ claim: 'Groups', value: 'leads', roles: ['MANAGER'] }] })
  const signedIn = await signIn(tenant, (say) => ({
    say: { ...say, groups: ['leads'] },
    xml: (assertion) =>
      assertion.replace('Name="email"', 'Name="EMail"').replace('Name="groups"', 'Name="GROUPS"'),
  }))
  assert.equal(signedIn.json.data.user.email, `ana@${tenant.domain}`)
  assert.deepEqual(signedIn.json.data.user.roles, ['MANAGER'])
})

test('If the provider leaves the groups out a member keeps their roles, and a new person reads why they were refused', async () => {
  const roleMapping = [{ claim: 'groups', value: 'leads', roles: ['MANAGER'] }]
  const tenant = await ready({ roleMapping, defaultRoles: null })
  const leftOut = (assertion: string) =>
    assertion.replace('Name="groups"', 'Name="http://schemas.microsoft.com/claims/groups.link"')
  const first = await signIn(tenant, (say) => ({ say: { ...say, groups: ['leads'] } }))
  assert.deepEqual(first.json.data.user.roles, ['MANAGER'])
  const again = await signIn(tenant, (say) => ({
    say: { ...say, groups: ['https://graph.example/groups'] },
    xml: leftOut,
  }))
  assert.deepEqual(again.json.data.user.roles, ['MANAGER'])
  const { browser, say } = await leave(tenant)
  const stranger = {
    ...say,
    assertionId: '_new',
    nameId: 'new',
    email: `new@${tenant.domain}`,
    groups: ['https://graph.example'],
  }
  const back = await bring(
    browser,
    tenant,
    provider.sign(responseOf(stranger, leftOut(assertionOf(stranger))), { of: 'Assertion' }),
  )
  assert.notEqual(back.status, 303)
  assert.match(JSON.stringify((await tenant.read()).lastError), /left the groups out/)
})

const metadataOf = (...certificates: readonly string[]): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com/entity"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates
    .map(
      (base64) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    .join(
      '',
    )}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/></IDPSSODescriptor></EntityDescriptor>`

test('Usable keys of the metadata are used, and the others are named', async () => {
  const besideEc = await readFile(new URL('./testing/saml-metadata-beside-ec.xml', import.meta.url), 'utf8')
  const { certificate } = await makeSigningCertificate('idp.example.com', new Date())
  const usable = certificate.replace(/-----[^-]+-----|\s/g, '')
  const cases: [string, number, RegExp[]][] = [
    [besideEc, 1, [/ec\.example\.com.*RSA key/]],
    [metadataOf('bm90IGEgY2VydGlmaWNhdGU=', usable), 1, [/X\.509/]],
    [metadataOf(usable, usable), 1, []],
  ]
  for (const [metadata, used, unusable] of cases) {
    const tenant = await createSsoTenant(server)
    const { saml } = await tenant.set({
      enabled: true,
      protocol: 'SAML',
      saml: { metadata },
      domains: [tenant.domain],
    })
    assert.equal(saml?.certificates.length, used)
    assert.equal(saml?.unusable?.length ?? 0, unusable.length)
    for (const [index, words] of unusable.entries()) assert.match(saml?.unusable?.[index] ?? '', words)
    assert.equal((await tenant.read()).saml?.unusable, undefined)
  }
  const tenant = await createSsoTenant(server)
  const none = await server.call('PUT', '/api/admin/sso', {
    token: tenant.admin.token,
    body: {
      enabled: true,
      protocol: 'SAML',
      saml: { metadata: metadataOf('bm90IGEgY2VydGlmaWNhdGU=') },
      domains: [tenant.domain],
    },
  })
  assert.equal(none.json.code, 'VALIDATION_ERROR', none.text)
})

test('An issuer that differs by a trailing slash is taken as in the discovery document; other differences are named', async () => {
  let named = ''
  const discovery = createServer((request, response) => {
    const base = `http://${request.headers.host}`
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        issuer: `${base}${named}`,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    )
  })
  await new Promise<void>((done) => discovery.listen(0, '127.0.0.1', done))
  after(() => discovery.close())
  const base = `http://127.0.0.1:${(discovery.address() as AddressInfo).port}`
  const start = async (entered: string, said: string) => {
    named = said
    const tenant = await createSsoTenant(server)
    await tenant.set({
      enabled: true,
      protocol: 'OIDC',
      oidc: { issuer: `${base}${entered}`, clientId: 'wellkept', clientSecret: 'a secret of the provider' },
      domains: [tenant.domain],
    })
    const visit = await openBrowser(server).open(`/sso/${tenant.slug}/login`)
    return { visit, lastError: JSON.stringify((await tenant.read()).lastError) }
  }
  for (const [entered, said] of [
    ['/realm', '/realm/'],
    ['/realm/', '/realm'],
    ['/realm', '/realm'],
  ] as const) {
    const { visit, lastError } = await start(entered, said)
    assert.ok(visit.location?.startsWith(`${base}/authorize?`), `${entered} ${said}: ${lastError}`)
  }
  const { visit, lastError } = await start('/realm', '/other')
  assert.ok(!visit.location?.startsWith(`${base}/authorize?`))
  for (const issuer of [`${base}/realm`, `${base}/other`]) assert.ok(lastError.includes(issuer), lastError)
})
