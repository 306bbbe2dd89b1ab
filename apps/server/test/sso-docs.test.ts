/** Runs the commands of docs/sso.md in order. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Sso } from '#contracts/sso.ts'
import { commandsOf } from './docs.ts'
import { startTestServer } from './server.ts'
import { createTenant } from './world.ts'

const oidc = new OAuth2Server()
await oidc.issuer.keys.generate('RS256')
await oidc.start(0, 'localhost')
after(() => oidc.stop())
const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })

test('Every command of docs/sso.md does what the page says', async () => {
  const tenant = await createTenant(server)
  const chief = await tenant.person(['ADMIN'], {
    email: 'chief@harbour.example',
    password: 'a-lamp-under-the-stairs',
  })
  const { commands, run } = commandsOf('sso.md', server, {
    BASE: server.base,
    ACCESS: chief.token,
    ISSUER: oidc.issuer.url ?? '',
    ADMIN_ID: chief.id,
  })
  assert.equal(commands.length, 4)
  const [read = '', set = '', require = '', end = ''] = commands
  const before = await run<Sso>(read)
  assert.equal(before.json.data.state, 'OFF')
  assert.match(before.json.data.service.oidc.redirectUri, /\/sso\/.+\/callback$/)
  const made = await run<Sso>(set)
  assert.equal(made.json.data.state, 'TESTING', made.text)
  assert.equal(made.json.data.oidc?.clientSecretSet, true)
  assert.doesNotMatch(made.text, /a secret of the provider/)
  assert.ok(made.json.data.testUrl)
  assert.equal((await run(require)).json.code, 'CONFLICT')
  assert.equal((await run<Sso>(end)).json.data.state, 'OFF')
})
