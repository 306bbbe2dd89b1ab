import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailLanguages, mailNames, type Settings } from '#contracts/settings.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import { mails } from '../../../build.ts'

const server = await startTestServer()

const read = (tenant: TestTenant, query: string) =>
  server.call<Settings>('GET', `/api/admin/settings${query}`, { token: tenant.admin.token })

test('Each email is previewed in each language; domain records that were not checked are not reported', async () => {
  const tenant = await createTenant(server)
  for (const mail of mailNames) {
    const texts = new Set<string>()
    for (const language of mailLanguages) {
      const reply = await read(tenant, `?mail=${mail}&language=${language}`)
      assert.equal(reply.status, 200, reply.text)
      const preview = reply.json.data.mail?.preview
      const languages = mails.get(mail)?.languages ?? []
      const said = languages.includes(language) ? language : 'en'
      assert.deepEqual([preview?.mail, preview?.language], [mail, said])
      assert.ok(preview?.html.includes(`<html lang="${said}"`))
      texts.add(preview?.text ?? '')
    }
    assert.equal(texts.size, mails.get(mail)?.languages.length, mail)
  }
  assert.equal((await read(tenant, '')).json.data.mail, undefined)
})

test('A preview is in the language of the caller, unless another is requested', async () => {
  const tenant = await createTenant(server)
  await server.call('PATCH', '/api/auth/me', { token: tenant.admin.token, body: { language: 'de' } })
  assert.equal((await read(tenant, '?mail=sign-in')).json.data.mail?.preview.language, 'de')
})

test('An unknown email or language is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const query of ['?mail=sample', '?mail=toString', '?mail=', '?mail=digest&language=sv'])
    assert.equal((await read(tenant, query)).json.code, 'VALIDATION_ERROR', query)
})

test('The sender is returned, and a local one has no domain', async () => {
  const tenant = await createTenant(server)
  assert.deepEqual((await read(tenant, '?mail=digest')).json.data.mail?.sender, {
    from: 'Wellkept <no-reply@localhost>',
    domain: null,
    spf: 'UNKNOWN',
    dkim: 'UNKNOWN',
    dmarc: 'UNKNOWN',
  })
})

test('A preview is sent to the caller only, and changes no setting', async () => {
  const tenant = await createTenant(server)
  const before = (await read(tenant, '')).json.data
  server.mails.splice(0)
  const reply = await server.call<Settings>('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { testMail: { mail: 'digest', language: 'de', to: 'else@example.com' } },
  })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.json.data, before)
  await server.drain()
  const [mail, ...more] = server.mails
  assert.deepEqual(more, [])
  assert.equal(mail?.to, tenant.admin.email)
  assert.match(mail?.subject ?? '', /^Muster: Schlechte Bewertungen: 14 \(sonst 6\)/)
  assert.equal(mail?.headers, undefined, 'its link ends nothing, so it offers none to the mail program')
})

test('Only an ADMIN sees and sends previews, and an API key cannot send one', async () => {
  const tenant = await createTenant(server)
  const { key } = await createKey(server, tenant, 'read', 'write')
  server.mails.splice(0)
  const body = { testMail: { mail: 'digest', language: 'en' } }
  for (const { token } of [tenant.manager, tenant.technician]) {
    assert.equal((await server.call('GET', '/api/admin/settings?mail=digest', { token })).status, 403)
    assert.equal((await server.call('PATCH', '/api/admin/settings', { token, body })).status, 403)
  }
  assert.equal((await server.call('PATCH', '/api/admin/settings', { key, body })).status, 403)
  await server.drain()
  assert.deepEqual(server.mails, [])
})
