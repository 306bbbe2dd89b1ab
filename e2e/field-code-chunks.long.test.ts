/** Lazy chunks of the field app on a flaky connection and after a deployment. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'

const fixture = await openFixture()
const { base, people } = fixture

/** Without a service worker, as over plain http. */
const openPhone = async (): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await fixture.browser.newContext({
    viewport: { width: 320, height: 640 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  return { context, page: await context.newPage() }
}

const signIn = async (page: Page): Promise<void> => {
  await page.goto(`${base}/app/sign-in`)
  await fillIn(page, people.technician.email, password)
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
}

const mark = 'globalThis.isSamePage = true'
const isSamePage = (page: Page) => page.evaluate<boolean>('globalThis.isSamePage === true')

test('A screen that does not load is requested again; if a deployment removed it, the page reloads once and shows it', {
  timeout: 300_000,
}, async () => {
  const { context, page } = await openPhone()
  await signIn(page)
  let isGone = true
  await context.route('**/field-assets/assets/me-*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  let opened = 0
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    opened++
    isGone = false
  })
  await page.evaluate(mark)
  await page.getByRole('link', { name: 'Me' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  assert.deepEqual([opened, await isSamePage(page), new URL(page.url()).pathname], [1, false, '/app/work/me'])

  await context.route('**/field-assets/assets/scan-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.evaluate(mark)
  await page.getByRole('link', { name: 'Scan' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  assert.deepEqual([opened, await isSamePage(page)], [1, true], 'not once more within a minute')
  // There is a connection, so the offline message must not appear.
  await page.getByText('This could not be loaded').waitFor()
  if (process.env.PICTURES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(process.env.PICTURES, `part-gone-${colorScheme}.png`) })
    }
  await context.close()
})

test('A page whose texts do not load is not blank, and appears once they do', {
  timeout: 300_000,
}, async () => {
  const { context, page } = await openPhone()
  let isLost = true
  await context.route(/sign-in-assets\/assets\/[a-z]{2}-[\w-]+\.js$/, (route) =>
    isLost ? route.abort() : route.continue(),
  )
  await page.goto(`${base}/app/sign-in`)
  const again = page.getByRole('button', { name: '↻ Wellkept' })
  await again.waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, 'no-words.png') })
  isLost = false
  await again.click()
  await page.getByRole('button', { name: 'Sign in with password' }).waitFor()
  await context.close()
})
