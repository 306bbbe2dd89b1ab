/** Why a sign-in by SSO failed: shown to the person in their language, stored as a code for administrators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ssoRefusals } from '#contracts/sso.ts'
import { startTestServer } from '../../../test/server.ts'
import { words } from './page-texts.ts'
import {
  atProvider,
  base,
  completeSignIn,
  createSsoTenant,
  oidcOf,
  openBrowser,
  openStage,
  startOidcProvider,
  testConfiguration,
} from './testing/test-sso.ts'

const lines: string[] = []
const server = await startTestServer({
  env: { BASE_URL: base, WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'info' },
  onLog: (line) => lines.push(line),
})
const provider = await startOidcProvider()
const { speakOf, ready, visit } = openStage(server, provider)
const nowhere = { issuer: 'http://127.0.0.1:1', clientId: 'wellkept', clientSecret: null }

const open = (target: string, language: string) =>
  fetch(target.replace(base, server.base), { headers: { 'accept-language': language }, redirect: 'manual' })

test('Each reason has a sentence in English and another in German', () => {
  for (const code of ssoRefusals) {
    const [en, de]: string[] = [words.en.refusals[code], words.de.refusals[code]]
    assert.ok(en && de && en !== de, code)
  }
  assert.deepEqual(Object.keys(words.de).sort(), Object.keys(words.en).sort())
})

test('A refused person reads the reason in the browser’s language, in English if that is not available', async () => {
  const tenant = await ready()
  const again = words.de.refusals.SPENT
  for (const [language, expected] of [
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['fr, de;q=0.8, en;q=0.5', 'de'],
    ['en;q=0.2, de;q=0.9', 'de'],
    ['de;q=0, en', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['de;q=nonsense', 'en'],
    [',;,;q=1', 'en'],
  ] as const) {
    const reply = await open(`${base}/sso/${tenant.slug}/callback?state=forged`, language)
    const text = await reply.text()
    assert.equal(reply.status, 401)
    assert.match(text, new RegExp(`<html lang="${expected}">`), language)
    assert.ok(text.includes(expected === 'de' ? again : words.en.refusals.SPENT), `${language}: ${text}`)
  }
})

test('The log and the last failed sign-in store a code, whatever language the person reads', async () => {
  const tenant = await ready()
  speakOf('somebody@elsewhere.example')
  const browser = openBrowser(server)
  const left = await browser.open(`/sso/${tenant.slug}/login`)
  const back = await atProvider(left.location ?? '')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(back.replace(base, server.base), { headers: { 'accept-language': 'de', cookie } })
  assert.ok((await reply.text()).includes(words.de.refusals.FOREIGN_DOMAIN))
  const { lastError } = await tenant.read()
  assert.deepEqual(
    { code: lastError?.code, detail: lastError?.detail, reason: lastError?.reason },
    { code: 'FOREIGN_DOMAIN', detail: null, reason: words.en.refusals.FOREIGN_DOMAIN },
  )
  const line = lines.map((text) => JSON.parse(text)).find(({ code }) => code === 'FOREIGN_DOMAIN')
  assert.equal(line?.tenantId, tenant.id)
  assert.ok(!lines.join().includes(words.de.refusals.FOREIGN_DOMAIN))
  assert.ok(!lines.join().includes('somebody@elsewhere.example'))
})

test('A test that cannot reach the provider says so on its page in the reader’s language, and in lastTest', async () => {
  const tenant = await createSsoTenant(server)
  await tenant.set({ enabled: true, ...oidcOf(provider), oidc: nowhere, domains: [tenant.domain] })
  const reply = await open((await tenant.read()).testUrl ?? '', 'de')
  const text = await reply.text()
  assert.equal(reply.status, 503)
  for (const part of [words.de.testBad, words.de.refusals.PROVIDER_UNREACHABLE, words.de.testNote])
    assert.ok(text.includes(part), text)
  const { lastTest, configurationVersion } = await tenant.read()
  assert.deepEqual(
    { ok: lastTest?.ok, code: lastTest?.code, version: lastTest?.version },
    { ok: false, code: 'PROVIDER_UNREACHABLE', version: configurationVersion },
  )
  assert.ok(lastTest?.detail && text.includes(`<dd lang="en">${lastTest.detail}</dd>`), text)
})

test('A test whose page is left at the provider is “not finished” in lastTest, until one comes back', async () => {
  const tenant = await ready()
  const start = async () => openBrowser(server).open((await tenant.read()).testUrl ?? '')
  assert.equal((await start()).status, 303)
  const { lastTest, configurationVersion } = await tenant.read()
  assert.deepEqual(
    { ok: lastTest?.ok, code: lastTest?.code, version: lastTest?.version, email: lastTest?.email },
    { ok: false, code: 'NOT_FINISHED', version: configurationVersion, email: null },
  )
  const require_ = { enabled: true, required: true, breakGlassUserIds: [tenant.chief.id] }
  assert.equal((await tenant.put(require_)).status, 409)
  await testConfiguration(server, tenant)
  assert.deepEqual([(await tenant.read()).lastTest?.ok, (await tenant.read()).lastTest?.code], [true, null])
  // An unfinished test does not revoke an earlier success, and a test of other settings does not count.
  await start()
  assert.equal((await tenant.read()).lastTest?.ok, true)
  assert.equal((await tenant.put(require_)).status, 200)
  await tenant.set({ enabled: true, required: false })
  await tenant.set({ enabled: true, justInTime: false })
  await start()
  assert.equal((await tenant.read()).lastTest?.code, 'NOT_FINISHED')
})

test('A test that fails on the way back is stored with its code and the check that failed', async () => {
  const tenant = await ready()
  speakOf(tenant.chief.email, { email_verified: false })
  const page = await completeSignIn(openBrowser(server), (await tenant.read()).testUrl ?? '')
  assert.equal(page.status, 403)
  const { lastTest, lastError } = await tenant.read()
  assert.deepEqual(
    { code: lastTest?.code, detail: lastTest?.detail, email: lastTest?.email },
    {
      code: 'NO_ADDRESS',
      detail: 'the provider says that the address is not verified',
      email: tenant.chief.email,
    },
  )
  assert.equal(lastError, null)
  await visit(tenant)
  assert.equal((await tenant.read()).lastError?.code, 'NO_ADDRESS')
})

test('Failures stored before there were codes are shown with their reason only', async () => {
  const tenant = await ready()
  const at = '2026-01-01T00:00:00.000Z'
  await tenant.inside(({ db }) =>
    db
      .updateTable('sso_configuration')
      .set({
        last_error: JSON.stringify({ at, reason: 'It was so.' }),
        last_test: JSON.stringify({ at, version: 1, ok: false, email: null, reason: 'It was so.' }),
      })
      .execute(),
  )
  const { lastError, lastTest } = await tenant.read()
  assert.deepEqual(lastError, { at, code: null, detail: null, reason: 'It was so.' })
  assert.deepEqual([lastTest?.code, lastTest?.reason], [null, 'It was so.'])
})
