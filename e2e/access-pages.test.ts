/** API keys, sessions, audit log, data export and single sign-on on their pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Page } from 'playwright-core'
import type { Me } from '#contracts/auth.ts'
import { openFixture, password } from './fixture.ts'

const fixture = await openFixture({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, server, people } = fixture

/** Not by waiting for the address: a sign-out may redirect twice and cancel the first navigation. */
const untilSignedOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in with password' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/app/sign-in')
}

const askWithKey = (key: string): Promise<number> =>
  fetch(`${base}/api/auth/me`, { headers: { 'x-api-key': key } }).then(({ status }) => status)

const { page, faults } = await fixture.open('desk', { as: people.admin.email })

test('An API key is created, shown once, works, and is refused once it is revoked', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/api-keys`)
  await page.getByText('No API keys yet').waitFor()
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly report')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const shown = dialog.locator('.secret')
  await shown.waitFor()
  const key = (await shown.textContent())?.trim() ?? ''
  assert.match(key, /^wk_live_[0-9A-Za-z]{38}$/)
  assert.ok((await dialog.locator('.example').last().textContent())?.includes(`X-API-Key: ${key}`))
  assert.equal(await askWithKey(key), 200)

  await page.keyboard.press('Escape')
  await dialog.getByRole('alert').waitFor()
  await shown.waitFor()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  const row = page.getByRole('row', { name: /Nightly report/ })
  await row.waitFor()
  assert.ok(!(await page.content()).includes(key.slice(12)), 'the key is nowhere on the page any more')

  await row.getByRole('button', { name: 'More: Nightly report' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke “Nightly report”' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('“Nightly report” has been revoked.').waitFor()
  assert.equal(await askWithKey(key), 401)
})

test('Another device is signed out from the profile and refused at once', { timeout: 300_000 }, async () => {
  const login = await server.call<{ tokens: { accessToken: string } }>('POST', '/api/auth/login', {
    body: { email: people.admin.email, password },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
  const token = login.json.data.tokens.accessToken
  await page.goto(`${base}/app/profile`)
  await page.getByRole('button', { name: 'Sign out Firefox, Linux' }).click()
  await page.getByText('Firefox, Linux is signed out.').waitFor()
  assert.equal((await server.call('GET', '/api/auth/me', { token })).json.code, 'UNAUTHORIZED')
})

test('A manager signs out everywhere, and none of their devices stays signed in', {
  timeout: 300_000,
}, async () => {
  const desk = await fixture.open('desk', { as: people.manager.email })
  await desk.page.goto(`${base}/app/profile`)
  await desk.page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await untilSignedOut(desk.page)
  assert.equal((await server.call('GET', '/api/auth/me', { token: people.manager.token })).status, 401)
  assert.deepEqual(desk.faults, [])
  await desk.context.close()
})

test('A choice in the profile applies at once, and a change made elsewhere is announced', {
  timeout: 300_000,
}, async () => {
  await page.getByLabel('Appearance', { exact: true }).selectOption('DARK')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  await page.getByRole('heading', { level: 1, name: 'Ihr Profil' }).waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Lovelace', 'what was typed is still there')
  await page.getByLabel('Sprache', { exact: true }).selectOption('en')
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()

  await server.call('PATCH', '/api/auth/me', {
    token: people.admin.token,
    body: { name: 'Changed elsewhere' },
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Changed by someone else to:').waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Lovelace', 'nothing typed is lost')
  await page.getByRole('button', { name: 'Use this value' }).click()
  await page.locator('.account').getByText('Changed elsewhere').waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Changed elsewhere')
  await page.getByLabel('Name').fill('Ada Lovelace')
  // A "Saved." of the language may still be visible.
  const [saved] = await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'PATCH'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  assert.equal(saved.status(), 200)
  await page.getByText('Saved.').first().waitFor()
  const me = await server.call<Me>('GET', '/api/auth/me', { token: people.admin.token })
  assert.deepEqual(
    [me.json.data.user?.name, me.json.data.user?.theme, me.json.data.user?.language],
    ['Ada Lovelace', 'DARK', 'en'],
  )
})

test('A data export is started, followed and downloaded', { timeout: 300_000 }, async () => {
  await page.goto(`${base}/app/data`)
  await page.getByText('No exports in the last 400 days').waitFor()
  await page.getByRole('button', { name: 'Start export' }).click()
  const link = page.getByRole('link', { name: /^Download ZIP/ })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const stream = await download.createReadStream()
  const first = await new Promise<Buffer>((resolve) =>
    stream.once('data', (part) => resolve(Buffer.from(part))),
  )
  stream.destroy()
  assert.equal(first.subarray(0, 2).toString(), 'PK')
})

test('The audit log lists these changes with their actor and links to their records', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/audit-log`)
  for (const label of [
    'Created an API key',
    'Revoked an API key',
    'Changed their profile',
    'Started a data export',
  ])
    await page.getByRole('row').filter({ hasText: label }).first().waitFor()
  await page.goto(`${base}/app/audit-log?action=admin.revokeApiKey`)
  const rows = page.getByRole('row').filter({ hasText: 'Revoked an API key' })
  await rows.first().waitFor()
  assert.equal(await page.getByRole('row').count(), 2, 'the head and one entry')
  await rows.getByText('Details').click()
  await rows.getByText('All entries of this record').click()
  await page.getByRole('row').filter({ hasText: 'Created an API key' }).waitFor()
  assert.equal(await page.getByRole('row').count(), 3)
})

test('On the phone one changes the profile, signs devices out and changes the password', {
  timeout: 300_000,
}, async () => {
  const { technician } = people
  const phone = await fixture.open('phone', { as: technician.email })
  await phone.page.goto(`${base}/app/work/me`)
  await phone.page.getByLabel('Appearance').selectOption('DARK')
  await phone.page.locator('html[data-theme="dark"]').waitFor()
  await phone.page.getByRole('link', { name: 'Name and time zone' }).click()
  await phone.page.getByLabel('Name').fill('Grace Hopper')
  await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
  await phone.page.getByText('Saved.').waitFor()
  await phone.page.goto(`${base}/app/work/me/notifications`)
  const ways = phone.page.locator('section', {
    has: phone.page.getByRole('heading', { name: 'What you are notified about', exact: true }),
  })
  const free = ways.getByRole('group', { name: 'A new task that you can take' })
  await free.getByLabel('Email').uncheck()
  await ways.getByText('Saved.').waitFor()
  await phone.page.getByLabel('Mute notifications at set times').check()
  await phone.page.getByRole('button', { name: 'Save quiet hours' }).click()
  await phone.page.locator('form').last().getByText('Saved.').waitFor()
  const me = await server.call<Me>('GET', '/api/auth/me', { token: technician.token })
  const { user } = me.json.data
  assert.deepEqual(
    [user?.name, user?.theme, user?.quietHours, user?.notifications.taskNew],
    ['Grace Hopper', 'DARK', { from: '20:00', to: '06:00' }, { mail: false, push: true }],
  )

  await phone.page.goto(`${base}/app/work/me/security`)
  await phone.page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click()
  await phone.page.getByText('Device signed out.').waitFor()
  assert.equal((await server.call('GET', '/api/auth/me', { token: technician.token })).status, 401)

  await phone.page.getByLabel('Current password').fill('not the one that it is')
  await phone.page.getByLabel('New password').fill('nine green kettles on a roof')
  await phone.page.getByRole('button', { name: 'Change password' }).click()
  await phone.page.getByText('This is not your current password.').waitFor()
  await phone.page.getByLabel('Current password').fill(password)
  await phone.page.getByRole('button', { name: 'Change password' }).click()
  await phone.page.getByText('Your password has been changed.').waitFor()
  await phone.page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  // The button in the confirmation has the same name.
  await phone.page.locator('button.danger', { hasText: 'Sign out everywhere' }).click()
  await untilSignedOut(phone.page)
  assert.deepEqual(phone.faults, [])
  await phone.context.close()
})

test('Single sign-on is configured, tested, and can only then be required', {
  timeout: 300_000,
}, async () => {
  const provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  try {
    provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
      Object.assign(token.payload, { email: people.admin.email, email_verified: true, name: 'Ada' })
    })
    await page.goto(`${base}/app/sso`)
    assert.ok(await page.getByLabel('Make it the only way to sign in').isDisabled())
    await page.getByLabel('Issuer').fill(provider.issuer.url ?? '')
    await page.getByLabel('Client ID').fill('wellkept')
    await page.getByLabel('Client secret').fill('a secret of the provider')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await page.getByText('A secret is saved.').waitFor()
    await page.getByLabel('Email domains').fill('stage.example')
    await page.getByRole('button', { name: 'Save rules' }).click()
    await page.getByRole('region', { name: /^2\. / }).getByText('Saved.').waitFor()
    await page.getByLabel('Single sign-on is on').check({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('On, but no test sign-in has succeeded').waitFor()

    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Test sign-in' }).click(),
    ])
    await tab.getByRole('heading', { name: 'The test sign-in succeeded' }).waitFor()
    await tab.close()
    await page.getByText(`Succeeded for ${people.admin.email}`).waitFor()
    await page.getByText('On and tested').waitFor()

    await page.getByLabel('Make it the only way to sign in').check({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Choose at least one administrator').waitFor()
    await page.getByRole('combobox', { name: /^Emergency access/ }).click()
    await page.getByRole('option', { name: 'Ada Lovelace' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.facts').getByText('The only way to sign in').waitFor()
    const refused = await server.call('POST', '/api/auth/login', {
      body: { email: people.manager.email, password },
    })
    assert.equal(refused.status, 401)
  } finally {
    await provider.stop()
  }
  assert.deepEqual(faults, [])
})
