/** Sign-in through the organisation's identity provider, in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSsoTenant, oidcOf, startOidcProvider } from '#server/modules/sso/testing/test-sso.ts'
import { openFixture } from './fixture.ts'

const provider = await startOidcProvider()
const fixture = await openFixture({ limits: 'spec', env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, server } = fixture
const hosts = [new URL(provider.issuer).host]

test('The identity provider of the address’s domain signs the person in and returns to the requested page', async () => {
  const firm = await createSsoTenant(server)
  const roles = { justInTime: true, defaultRoles: ['MANAGER'] }
  await firm.set({ enabled: true, ...oidcOf(provider), domains: [firm.domain], ...roles })
  provider.says = { sub: 'ana', email: `ana@${firm.domain}`, name: 'Ana Ruiz' }
  const { page, context, faults } = await fixture.open('desk', { hosts })
  await page.goto(`${base}/app/sign-in?next=/app/tasks`)
  const organisation = page.getByRole('button', { name: 'Sign in with your organisation' })
  await organisation.click()
  await page.getByText(/^Enter an email address/).waitFor()
  assert.equal(await page.locator('input:focus').getAttribute('name'), 'email')
  await page.getByLabel('Email').fill(`ana@${firm.domain}`)
  await organisation.click()
  await page.waitForURL(`${base}/app/tasks`)
  const kept = await page.evaluate(() => localStorage.getItem('wellkept.session'))
  assert.equal(JSON.parse(kept ?? '{}').user.email, `ana@${firm.domain}`)
  assert.deepEqual(faults, [])
  await context.close()
})

test('An address without an identity provider gets a message and the other ways to sign in', async () => {
  const { page, context, faults } = await fixture.open('phone', { hosts })
  await page.goto(`${base}/app/sign-in`)
  await page.getByLabel('Email').fill('somebody@nowhere.example')
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click()
  await page.getByText(/Single sign-on is not set up for this address/).waitFor()
  await page.getByRole('link', { name: 'Other ways to sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})
