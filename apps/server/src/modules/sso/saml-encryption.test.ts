/** Encrypted assertions: accepted only if signed as well; encryption hides no attack. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { encryptedAttacks, encryptFor } from './testing/test-saml-encryption.ts'
import { assertionOf, responseOf, startSamlProvider } from './testing/test-saml-provider.ts'
import { openSamlStage } from './testing/test-saml-stage.ts'
import { openBrowser, type SsoTenant, signInWith, startSsoServer } from './testing/test-sso.ts'

const server = await startSsoServer()
const provider = await startSamlProvider()
const stranger = await makeSigningCertificate('idp.example.com', new Date())
const { ready, leave, bring, good, links } = openSamlStage(server, provider)

const metadataOf = async (tenant: SsoTenant, search = '?encryption=true'): Promise<string> => {
  const visit = await openBrowser(server).open(`/sso/${tenant.slug}/metadata${search}`)
  assert.equal(visit.status, 200, visit.text)
  return visit.text
}

/** Certificates (PEM) in the metadata, by use. */
const certificatesIn = (metadata: string): Record<string, string> =>
  Object.fromEntries(
    [...metadata.matchAll(/<KeyDescriptor use="(\w+)">[\s\S]*?<ds:X509Certificate>([^<]+)</g)].map(
      ([, use = '', body = '']) => [
        use,
        `-----BEGIN CERTIFICATE-----\n${body.replace(/\s/g, '')}\n-----END CERTIFICATE-----\n`,
      ],
    ),
  )
const keyOf = async (tenant: SsoTenant): Promise<string> =>
  certificatesIn(await metadataOf(tenant)).encryption ?? ''

test('An encrypted assertion signs in if the assertion inside, the response, or both are signed', async () => {
  const tenant = await ready()
  const own = await keyOf(tenant)
  let count = 0
  for (const content of ['aes256-gcm', 'aes128-gcm'] as const)
    for (const signed of [['Assertion'], ['Response'], ['Assertion', 'Response']])
      for (const digest of [null, undefined]) {
        const { browser, say } = await leave(tenant)
        const plain = assertionOf({ ...say, assertionId: `_${++count}` })
        const inner = signed.includes('Assertion') ? provider.sign(plain, { of: 'Assertion' }) : plain
        const options = {
          content: `http://www.w3.org/2009/xmlenc11#${content}` as const,
          ...(digest === null ? { digest } : {}),
        }
        const whole = responseOf(say, encryptFor(own, inner, options))
        const xml = signed.includes('Response') ? provider.sign(whole, { of: 'Response' }) : whole
        const signedIn = await signInWith(server, await bring(browser, tenant, xml))
        assert.equal(signedIn.json.data.user.email, say.email, `${content} ${signed}`)
      }
})

test('The metadata contain an encryption certificate on request, of this tenant only, with GCM and OAEP', async () => {
  const [tenant, other] = [await ready(), await ready()]
  assert.deepEqual(Object.keys(certificatesIn(await metadataOf(tenant, ''))), ['signing'])
  assert.deepEqual(Object.keys(certificatesIn(await metadataOf(tenant, '?encryption=false'))), ['signing'])
  const { service } = await tenant.read()
  const text = await metadataOf(tenant, new URL(service.saml.encryptionMetadataUrl).search)
  assert.deepEqual(
    [...text.matchAll(/<EncryptionMethod Algorithm="[^"]*[#]([^"]+)"/g)].map(([, name]) => name),
    ['aes256-gcm', 'aes128-gcm', 'rsa-oaep-mgf1p'],
  )
  assert.ok(text.includes(`entityID="${service.saml.entityId}"`))
  const print = (pem: string | undefined) => new X509Certificate(pem ?? '').fingerprint256
  const [mine, again, theirs] = [
    certificatesIn(text),
    certificatesIn(await metadataOf(tenant)),
    certificatesIn(await metadataOf(other)),
  ]
  assert.equal(print(mine.encryption), print(again.encryption))
  assert.equal(print(mine.signing), print(service.saml.certificate ?? undefined))
  assert.equal(
    new Set([mine, theirs].flatMap(({ signing, encryption }) => [print(signing), print(encryption)])).size,
    4,
  )
  const stored = await tenant.inside((ctx) => ctx.db.selectFrom('sso_key').selectAll().execute())
  assert.ok(!JSON.stringify(stored).includes('PRIVATE KEY'))
})

test('Encryption gets no attack on SAML through', async () => {
  const [tenant, other] = [await ready(), await ready()]
  const [own, foreign] = [await keyOf(tenant), await keyOf(other)]
  let accepted = 0
  for (const [name, attack] of Object.entries(encryptedAttacks)) {
    const before = await links(tenant)
    const { browser, say } = await leave(tenant)
    const victim = { ...say, email: `victim@${tenant.domain}`, nameId: 'victim' }
    const xml = attack.make({ say, victim, provider, stranger, good, own, foreign })
    const visit = await bring(browser, tenant, xml)
    if (visit.status === 303 || (await links(tenant)) !== before) accepted++
    assert.equal(visit.status, 401, `${name}: ${visit.text.slice(0, 300)}`)
    assert.match((await tenant.read()).lastError?.reason ?? '', attack.reason, name)
    assert.ok(visit.text.includes('could not be verified'), `${name}: the page tells nothing of the cause`)
  }
  console.log(`${Object.keys(encryptedAttacks).length} attacks with encryption, ${accepted} accepted`)
  assert.equal(accepted, 0)
})

test('An assertion is accepted once, also if it is encrypted again', async () => {
  const tenant = await ready()
  const own = await keyOf(tenant)
  for (const status of [303, 401]) {
    const { browser, say } = await leave(tenant)
    const inner = provider.sign(assertionOf({ ...say, assertionId: '_once' }), { of: 'Assertion' })
    assert.equal((await bring(browser, tenant, responseOf(say, encryptFor(own, inner)))).status, status)
  }
  assert.match((await tenant.read()).lastError?.detail ?? '', /already used/)
})

test('Encryption for a tenant that published no certificate is refused, and unencrypted answers still work', async () => {
  const tenant = await ready()
  const first = await leave(tenant)
  const inner = provider.sign(assertionOf(first.say), { of: 'Assertion' })
  const xml = responseOf(first.say, encryptFor(stranger.certificate, inner))
  assert.equal((await bring(first.browser, tenant, xml)).status, 401)
  assert.match((await tenant.read()).lastError?.detail ?? '', /no encryption certificate/)
  await metadataOf(tenant)
  const second = await leave(tenant)
  assert.equal((await bring(second.browser, tenant, good(second.say))).status, 303)
})
