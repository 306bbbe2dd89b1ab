/** All states of the sign-in pages, 320 px light and 1440 px dark. PICTURES=FOLDER keeps a picture of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFixture } from './fixture.ts'
import { inspect, narrow, take, wide } from './inspect.ts'
import { startFixtureProvider } from './provider.ts'

const provider = await startFixtureProvider()
const fixture = await openFixture({ env: provider.env })
const { base } = fixture

test('The sign-in pages pass all checks also in error states', { timeout: 600_000 }, async () => {
  const { page, context, faults } = await fixture.open('phone', { hosts: provider.hosts })
  const show = async (name: string, address: string, act?: () => Promise<void>): Promise<void> => {
    await take(page, narrow)
    await page.goto('about:blank')
    await page.goto(base + address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await act?.()
    for (const look of [narrow, wide]) {
      await take(page, look)
      await inspect(page, `${name} ${look.kind}`)
    }
  }
  const tryToSignIn = async (): Promise<void> => {
    await page.getByLabel('Email').fill('nobody@stage.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await page.locator('.notice').waitFor()
  }
  await show('session ended', '/app/sign-in?ended=1')
  await show('refused', '/app/sign-in', tryToSignIn)
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '700' },
      json: { success: false, error: 'Too many requests', code: 'RATE_LIMITED' },
    }),
  )
  await show('locked out', '/app/sign-in', tryToSignIn)
  await page.unroute('**/api/auth/login')
  await show('empty form', '/app/sign-in', async () => {
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  })
  await show('link sent', '/app/sign-in', async () => {
    await page.getByLabel('Email').fill('nobody@stage.example')
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    await page.getByLabel('Code from the email').waitFor()
  })
  await show('mailed link', '/app/sign-in#token=abc')
  await show('used link', '/app/sign-in#token=abc', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('.notice').waitFor()
  })
  for (const code of ['PROVIDER_UNREACHABLE', 'NOT_AVAILABLE', 'SPENT', 'ANYTHING'])
    await show(code, `/app/sign-in#trouble=${code}`, () => page.locator('.notice').waitFor())
  provider.answer = { error: 'access_denied' }
  await show('back from Google', '/app/sign-in', async () => {
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.locator('.notice').waitFor()
  })
  await show('invitation', '/app/welcome#token=abc')
  await show('invitation without its token', '/app/welcome')
  await show('used invitation', '/app/welcome#token=abc', async () => {
    await page.getByLabel('Your name').fill('Ana')
    await page.getByRole('button', { name: 'Join the team' }).click()
    await page.locator('.notice').waitFor()
  })
  await show('new password', '/app/reset#token=abc')
  assert.deepEqual(faults, [])
  await context.close()
})
